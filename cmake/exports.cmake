# What the shared library and the command export: what include/zermelo declares, and nothing else.
#
# zermelo_exports(TARGET) links it with a script that has every name in these headers that looks like a function or a constant of ours. Names that are
# types, macros or inline functions are in it too; the linker finds no symbol for them and passes over them.
# Why a script and not -fvisibility=hidden: the tests' library (tests/CMakeLists.txt) is made of the same objects and exports inner functions
# too, which hidden ones could not be. The outcome is as fast: what the script hides, the linker calls directly.
# tests/medium/exports.sh compares the outcome with what the compiler says the headers declare.
#
# A sanitizer's build exports everything: the sanitizer's own malloc must be seen by other libraries.
function(zermelo_exports target)
  if(ZERMELO_SANITIZE)
    return()
  endif()
  set(script ${PROJECT_BINARY_DIR}/exports.map)
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/zermelo/*.h)
  set(names "")
  foreach(header ${headers})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(READ ${header} text)
    string(REGEX REPLACE "[[;]" "(" text "${text}") # brackets and semicolons in an element confuse CMake's lists
    string(REGEX MATCHALL "zm_[a-z0-9_]+\\(" found "${text}")
    list(APPEND names ${found})
  endforeach()
  list(TRANSFORM names REPLACE "\\($" "")
  list(REMOVE_DUPLICATES names)
  list(SORT names)
  string(JOIN ";\n    " names ${names})
  file(CONFIGURE OUTPUT ${script} CONTENT "{\n  global:\n    @names@;\n  local:\n    *;\n};\n" @ONLY)
  target_link_options(${target} PRIVATE -Wl,--version-script=${script})
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
endfunction()
