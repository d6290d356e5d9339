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
set(ZERMELO_MACHINE "")
if(ZERMELO_NATIVE)
  set(ZERMELO_MACHINE -march=native)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND EXISTS /proc/cpuinfo)
  file(READ /proc/cpuinfo cpuinfo)
  if(cpuinfo MATCHES " avx2 " AND cpuinfo MATCHES " bmi2 " AND cpuinfo MATCHES " fma " AND cpuinfo MATCHES " movbe ")
    set(ZERMELO_MACHINE -march=x86-64-v3)
  endif()
endif()
add_compile_options(${ZERMELO_MACHINE})
# `zermelo build` compiles a plugin as the library itself is compiled. Assertions stay on: they are its author's.
set(ZERMELO_PLUGIN_FLAGS -O3 ${ZERMELO_MACHINE} -fno-semantic-interposition)
# Hardening: tables, positions and requests come from strangers. Sanitizers bring checks of their own and do not go with fortify.
# Measured with Hasenspiel by sweep: the same with and without the stack protector in its kernels.
if(NOT ZERMELO_SANITIZE)
  add_compile_options(-fstack-protector-strong)
  add_link_options(-Wl,-z,relro,-z,now)
  add_compile_options($<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>) # it needs optimisation
endif()
if(ZERMELO_SANITIZE)
  add_compile_options(-fsanitize=${ZERMELO_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(ZERMELO_SANITIZE MATCHES "address,undefined")
    # The address sanitizer finds what these two find, and with them the kernels take twice as long to compile.
    add_compile_options(-fno-sanitize=null,object-size,pointer-overflow)
  endif()
  add_link_options(-fsanitize=${ZERMELO_SANITIZE})
endif()
if(ZERMELO_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()
