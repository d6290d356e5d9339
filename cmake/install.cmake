# What `cmake --install` puts where: library (static and shared), headers, pkg-config file, command, completion,
# documentation.

install(TARGETS zermelo_static zermelo_shared
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/zermelo DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")

# What a static link needs besides; the shared library brings it along.
set(PC_REQUIRES_PRIVATE "libzstd libxxhash")
if(GMP_FOUND)
  string(APPEND PC_REQUIRES_PRIVATE " gmp")
endif()
if(ZERMELO_CUDA)
  set(PC_LIBS_CUDA " ${ZERMELO_CUDART} -lpthread -lrt")
endif()
# Relative to where the file lies, so that `cmake --install --prefix` and a moved tree are right; what was configured as an
# absolute path stays as it is.
file(RELATIVE_PATH PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(PC_PREFIX "\${pcfiledir}/${PC_PREFIX}")
string(REGEX REPLACE "/$" "" PC_PREFIX ${PC_PREFIX})
set(PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
set(PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(PC_PREFIX ${CMAKE_INSTALL_PREFIX})
  set(PC_LIBDIR ${CMAKE_INSTALL_LIBDIR})
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(PC_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
endif()
configure_file(${PROJECT_SOURCE_DIR}/zermelo.pc.in ${PROJECT_BINARY_DIR}/zermelo.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/zermelo.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET zermelo)
  install(TARGETS zermelo RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/completions/zermelo.bash)
  install(FILES ${PROJECT_SOURCE_DIR}/completions/zermelo.bash
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME zermelo)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/zermelo
        FILES_MATCHING PATTERN "*.md" PATTERN pictures EXCLUDE)
