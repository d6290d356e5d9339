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
# table of them; zm_kernels_for fills in the others. The copy for any game has them all and is constant. Adds to
# kernel_sources, kernel_declarations and kernel_tables.
function(zermelo_kernels id rules units)
  set(GAME_ID ${id})
  set(GAME_RULES ${rules})
  set(const "")
  if(id STREQUAL "plugin")
    set(const "const ")
  endif()
  string(APPEND kernel_tables "${const}zm_kernels zm_kernels_${id} = {\n")
  foreach(UNIT ${units})
    configure_file(kernel/unit.c.in ${CMAKE_CURRENT_BINARY_DIR}/kernels/${UNIT}_${id}.c @ONLY)
    list(APPEND kernel_sources ${CMAKE_CURRENT_BINARY_DIR}/kernels/${UNIT}_${id}.c)
    string(APPEND kernel_declarations "extern const zm_${UNIT}_kernels zm_${UNIT}_kernels_${id};\n")
    string(APPEND kernel_tables "    .${UNIT} = &zm_${UNIT}_kernels_${id},\n")
  endforeach()
  string(APPEND kernel_tables "};\n")
  if(NOT const)
    string(APPEND kernel_declarations "extern zm_kernels zm_kernels_${id};\n")
  endif()
  set(kernel_sources "${kernel_sources}" PARENT_SCOPE)
  set(kernel_declarations "${kernel_declarations}" PARENT_SCOPE)
  set(kernel_tables "${kernel_tables}" PARENT_SCOPE)
endfunction()

# A game that is one C file with a board or an index gets kernels of its own as well: zermelo_write_hooks, which is made of the
# same objects as the library, lists its hooks (game/write_hooks.h), and they are compiled in one unit with the file (kernel/own.c.in).
# Games with neither have no tiers to go through, and stay with the copy for any game. `out` says whether it is one.
function(zermelo_has_hooks folder out)
  set(found OFF)
  if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" AND NOT CMAKE_CROSSCOMPILING AND NOT EXISTS ${folder}/rules.h)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/game.c)
    file(STRINGS ${folder}/game.c parts REGEX "\\.(board|index) = ")
    if(parts)
      set(found ON)
    endif()
  endif()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# Which units it gets on a GPU: those of kernel/units.h, seen in its file, since its hooks are written later.
function(zermelo_own_device_units folder out)
  set(found "")
  file(STRINGS ${folder}/game.c most REGEX "\\.most_moves = ")
  file(STRINGS ${folder}/game.c counting REGEX "\\.parents_inside = ")
  if(most)
    set(found dense_runner forward_runner verify_runner)
  endif()
  if(most AND counting)
    list(APPEND found counting_runner)
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# Its rules as CUDA C++ takes them (game/device_source.h). Sets GAME_RULES to their header, GAME_RULES_DEPENDS to what is written for it.
function(zermelo_device_rules id folder)
  set(GAME_DEVICE_SOURCE ${CMAKE_CURRENT_BINARY_DIR}/kernels/device_${id}.inc)
  set(GAME_HOOKS ${CMAKE_CURRENT_BINARY_DIR}/kernels/hooks_${id}.h)
  add_custom_command(OUTPUT ${GAME_DEVICE_SOURCE}
                     COMMAND zermelo_write_hooks --device ${folder}/game.c ${GAME_DEVICE_SOURCE}
                     DEPENDS zermelo_write_hooks ${folder}/game.c VERBATIM)
  configure_file(kernel/own_device.h.in ${CMAKE_CURRENT_BINARY_DIR}/kernels/device_${id}.h @ONLY)
  set(GAME_RULES ${CMAKE_CURRENT_BINARY_DIR}/kernels/device_${id}.h PARENT_SCOPE)
  set(GAME_RULES_DEPENDS ${GAME_DEVICE_SOURCE} ${GAME_HOOKS} PARENT_SCOPE)
endfunction()

# Adds the unit to kernel_sources, and the file to hooked_sources and hooked_rows: what zermelo_write_hooks is made of.
function(zermelo_own_kernels id name folder)
  set(GAME_ID ${id})
  set(GAME_SOURCE ${folder}/game.c)
  set(GAME_HOOKS ${CMAKE_CURRENT_BINARY_DIR}/kernels/hooks_${id}.h)
  add_custom_command(OUTPUT ${GAME_HOOKS} COMMAND zermelo_write_hooks ${name} ${GAME_HOOKS}
                     DEPENDS zermelo_write_hooks COMMENT "Writing the hooks of ${name}" VERBATIM)
  configure_file(kernel/own.c.in ${CMAKE_CURRENT_BINARY_DIR}/kernels/own_${id}.c @ONLY)
  list(APPEND kernel_sources ${CMAKE_CURRENT_BINARY_DIR}/kernels/own_${id}.c ${GAME_HOOKS})
  list(APPEND hooked_sources ${folder}/game.c)
  string(APPEND hooked_rows "    {.game = &zm_game_${id}},\n")
  string(APPEND hooked_declarations "extern const zm_game zm_game_${id};\n")
  set(kernel_sources "${kernel_sources}" PARENT_SCOPE)
  set(hooked_sources "${hooked_sources}" PARENT_SCOPE)
  set(hooked_rows "${hooked_rows}" PARENT_SCOPE)
  set(hooked_declarations "${hooked_declarations}" PARENT_SCOPE)
endfunction()
