# The language, the warnings, and what the options of the top file mean for the compiler.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON) # for clang-tidy and editors

# Where ccache is installed, what was compiled once is not compiled again: in another preset's folder, another clone, after a switch of branches.
find_program(ZERMELO_CCACHE ccache)
if(ZERMELO_CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER AND NOT ZERMELO_COVERAGE)
  # Paths below the clone are told relative to the build folder, so that clones share what they compile.
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${ZERMELO_CCACHE})
endif()

# Release has no assertions (-DNDEBUG): they stand in the innermost loops. All other builds have them, and the tests
# run in one of those too (asan).
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()

add_compile_options(-Wall -Wextra -Wconversion -Wshadow)
add_compile_options(-Wno-unused-parameter) # rules, callbacks and tests get what their kind gets, needed or not
if(ZERMELO_WERROR)
  add_compile_options(-Werror)
endif()
add_compile_options(-fno-semantic-interposition) # nobody replaces our functions, so -fPIC need not forbid inlining them
# Most of the inner loops count and find bits, which the oldest x86-64 processors have no instructions for. x86-64-v3 is what
# every server and desktop has had since 2015; it is used where this machine has it.
if(ZERMELO_NATIVE)
  add_compile_options(-march=native)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND EXISTS /proc/cpuinfo)
  file(READ /proc/cpuinfo cpuinfo)
  if(cpuinfo MATCHES " avx2 " AND cpuinfo MATCHES " bmi2 " AND cpuinfo MATCHES " fma " AND cpuinfo MATCHES " movbe ")
    add_compile_options(-march=x86-64-v3)
  endif()
endif()
if(ZERMELO_SANITIZE)
  add_compile_options(-fsanitize=${ZERMELO_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ZERMELO_SANITIZE})
endif()
if(ZERMELO_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()
