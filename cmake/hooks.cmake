# Which kernels a game gets (kernel/units.h), as the preprocessor sees its rules.h: those of the names in ARGN that are defined for it.
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
