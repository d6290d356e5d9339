# The page: web/ is built by npm into the build folder, and its files become part of the command. ZERMELO_WEB says whether:
#   AUTO   where npm is there and can get what the page needs; else the server says that there is no page
#   ON     it must be there
#   OFF    no page
set(ZERMELO_WEB AUTO CACHE STRING "The page in the server: AUTO, ON or OFF")
set_property(CACHE ZERMELO_WEB PROPERTY STRINGS AUTO ON OFF)
find_program(ZERMELO_NPM npm)
set(ZERMELO_PAGE "")
if(ZERMELO_WEB STREQUAL "ON" AND NOT ZERMELO_NPM)
  message(FATAL_ERROR "ZERMELO_WEB is ON, and there is no npm")
endif()
if(NOT ZERMELO_WEB STREQUAL "OFF" AND ZERMELO_NPM AND EXISTS ${PROJECT_SOURCE_DIR}/web/package.json)
  set(ZERMELO_PAGE ${PROJECT_BINARY_DIR}/page)
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/* ${PROJECT_SOURCE_DIR}/web/public/*
       ${PROJECT_SOURCE_DIR}/src/games/*.txt)
  file(GLOB page_settings CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*.json ${PROJECT_SOURCE_DIR}/web/*.html
       ${PROJECT_SOURCE_DIR}/web/*.ts)
endif()

# The C source with the page and the description of the interface. Rules belong to the folder that calls this: CMake lets no other use
# what they make.
function(zermelo_embed_page out)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/page.c)
  set(openapi ${PROJECT_SOURCE_DIR}/src/serve/openapi.json)
  set(built "")
  if(ZERMELO_PAGE)
    set(built ${ZERMELO_PAGE}.built)
    add_custom_command(OUTPUT ${built}
      COMMAND ${CMAKE_COMMAND} -DWEB=${PROJECT_SOURCE_DIR}/web -DNPM=${ZERMELO_NPM} -DPAGE=${ZERMELO_PAGE}
              -DMUST=${ZERMELO_WEB} -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
      DEPENDS ${page_sources} ${page_settings} ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
      COMMENT "Building the page" VERBATIM)
  endif()
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${ZERMELO_PAGE} -DOPENAPI=${openapi} -DOUTPUT=${source}
            -DWORK=${CMAKE_CURRENT_BINARY_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${built} ${openapi} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake VERBATIM)
  set(${out} ${source} PARENT_SCOPE)
endfunction()
