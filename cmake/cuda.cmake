# The engine `cuda`: built where nvcc is found, never required. The rest of the project stays plain C: nvcc makes one object file,
# and the CUDA runtime is linked statically, so that the result runs (on the CPU) where there is no CUDA.
#
# Machine code for sm_90 (H100, H200), and for everything from sm_80 on what the driver compiles itself.

find_program(ZERMELO_NVCC nvcc HINTS /usr/local/cuda/bin)
set(cuda_default OFF)
if(ZERMELO_NVCC AND NOT ZERMELO_SANITIZE AND NOT ZERMELO_COVERAGE) # the sanitizers and the driver want the same addresses
  set(cuda_default ON)
endif()
option(ZERMELO_CUDA "Build the engine `cuda`; needs nvcc" ${cuda_default})

# Of functions that are compiled for the device though only the host asks for them: that they call the host's, and read tables of the device.
set(ZERMELO_NVCC_SILENT 20011,20014,20091)
if(ZERMELO_CUDA)
  if(NOT ZERMELO_NVCC)
    message(FATAL_ERROR "ZERMELO_CUDA is on, but there is no nvcc on the PATH or in /usr/local/cuda/bin")
  endif()
  get_filename_component(cuda_root ${ZERMELO_NVCC} REALPATH)
  get_filename_component(cuda_root ${cuda_root} DIRECTORY)
  get_filename_component(cuda_root ${cuda_root} DIRECTORY)
  find_library(ZERMELO_CUDART cudart_static REQUIRED HINTS ${cuda_root}/lib64 ${cuda_root}/targets/x86_64-linux/lib)
  find_package(Threads REQUIRED)
endif()

# Adds what is in the given .cu files to the sources of a target.
function(zermelo_cuda_sources target)
  foreach(source ${ARGN})
    get_filename_component(name ${source} NAME)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
    get_source_file_property(depends ${source} OBJECT_DEPENDS) # headers that are made
    if(NOT depends)
      set(depends "")
    endif()
    add_custom_command(OUTPUT ${object}
      COMMAND ${ZERMELO_NVCC} -std=c++17 -O3 -gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_80,code=compute_80
              -Xcompiler=-fPIC,-fno-threadsafe-statics,-fno-exceptions -diag-suppress=${ZERMELO_NVCC_SILENT}
              -DZERMELO_CUDA=1 -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src
              -MD -MF ${object}.d -c ${source} -o ${object}
      DEPENDS ${source} ${depends} DEPFILE ${object}.d COMMENT "Building CUDA object ${name}.o" VERBATIM)
    target_sources(${target} PUBLIC ${object})
  endforeach()
  target_compile_definitions(${target} PRIVATE ZERMELO_CUDA=1)
  target_link_libraries(${target} PUBLIC ${ZERMELO_CUDART} Threads::Threads rt)
endfunction()
