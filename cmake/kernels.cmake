# Which kernels a game gets (kernel/units.h), as the preprocessor sees its rules.h: those of the names in ARGN that are
# defined for it.
function(zermelo_units rules out)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rules} ${CMAKE_CURRENT_SOURCE_DIR}/kernel/units.h)
  execute_process(
    COMMAND ${CMAKE_C_COMPILER} -E -dM -I${PROJECT_SOURCE_DIR}/include -I${CMAKE_CURRENT_SOURCE_DIR} -include ${rules}
            ${CMAKE_CURRENT_SOURCE_DIR}/kernel/units.h
    OUTPUT_VARIABLE macros COMMAND_ERROR_IS_FATAL ANY)
  set(found "")
  foreach(unit ${ARGN})
    string(FIND "${macros}" "#define ZM_UNIT_${unit} " at)
    if(NOT at LESS 0)
      list(APPEND found ${unit})
    endif()
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# One copy of kernels (kernel/unit.c.in): a source for each of the units, with the rules in the given header, and a
# table of all families, in which those that are not among the units are the copies for plugins. Adds to kernel_sources,
# kernel_declarations and kernel_tables.
function(zermelo_kernels id rules units)
  set(GAME_ID ${id})
  set(GAME_RULES ${rules})
  string(APPEND kernel_tables "const zm_kernels zm_kernels_${id} = {\n")
  foreach(UNIT ${kernel_units})
    if(UNIT IN_LIST units)
      configure_file(kernel/unit.c.in ${CMAKE_CURRENT_BINARY_DIR}/kernels/${UNIT}_${id}.c @ONLY)
      list(APPEND kernel_sources ${CMAKE_CURRENT_BINARY_DIR}/kernels/${UNIT}_${id}.c)
      string(APPEND kernel_declarations "extern const zm_${UNIT}_kernels zm_${UNIT}_kernels_${id};\n")
      string(APPEND kernel_tables "    .${UNIT} = &zm_${UNIT}_kernels_${id},\n")
    else()
      string(APPEND kernel_tables "    .${UNIT} = &zm_${UNIT}_kernels_plugin,\n")
    endif()
  endforeach()
  string(APPEND kernel_tables "};\n")
  set(kernel_sources "${kernel_sources}" PARENT_SCOPE)
  set(kernel_declarations "${kernel_declarations}" PARENT_SCOPE)
  set(kernel_tables "${kernel_tables}" PARENT_SCOPE)
endfunction()
