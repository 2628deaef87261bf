# FENCEPOST_STATIC: a program that needs nothing but the C library, for wheels, extensions and tarballs. cJSON lies in third_party/. Of libuv the
# system's archive is taken; where there is none, a fixed release is fetched and compiled in. FETCHCONTENT_SOURCE_DIR_<NAME> names a folder of sources to use
# without a network.
include(FetchContent)

# fencepost_archive(NAME HEADER archive..): fencepost::NAME from the system's archive, if it has one.
function(fencepost_archive name header)
    find_library(FENCEPOST_ARCHIVE_${name} NAMES ${ARGN})
    find_path(FENCEPOST_HEADER_${name} ${header})
    if(FENCEPOST_ARCHIVE_${name} AND FENCEPOST_HEADER_${name})
        add_library(fencepost::${name} INTERFACE IMPORTED GLOBAL)
        set_target_properties(fencepost::${name} PROPERTIES INTERFACE_LINK_LIBRARIES "${FENCEPOST_ARCHIVE_${name}}"
                                                            INTERFACE_INCLUDE_DIRECTORIES "${FENCEPOST_HEADER_${name}}")
        message(STATUS "${name}: ${FENCEPOST_ARCHIVE_${name}}")
    endif()
endfunction()

# fencepost_reach(NAME REPOSITORY PACKAGE): stops with what to do when the sources are neither here nor to be had.
function(fencepost_reach name repository package)
    string(TOUPPER ${name} upper)
    if(FETCHCONTENT_SOURCE_DIR_${upper} OR EXISTS "${PROJECT_BINARY_DIR}/_deps/${name}-src/.git")
        return()
    endif()
    find_package(Git QUIET)
    set(answer 1)
    if(GIT_FOUND)
        execute_process(COMMAND "${CMAKE_COMMAND}" -E env GIT_TERMINAL_PROMPT=0 "${GIT_EXECUTABLE}" ls-remote -q "${repository}" HEAD
                        RESULT_VARIABLE answer OUTPUT_QUIET ERROR_QUIET TIMEOUT 60)
    endif()
    if(NOT answer EQUAL 0)
        message(FATAL_ERROR "this system has no static library of ${name}, and ${repository} cannot be reached. Either install the library (Debian: ${package}) "
                            "or name a folder of its sources: -DFETCHCONTENT_SOURCE_DIR_${upper}=FOLDER, for pip CMAKE_ARGS=-DFETCHCONTENT_SOURCE_DIR_${upper}=FOLDER")
    endif()
endfunction()

# An imported target in between, as a library of the system would be: the installed package looks for one.
function(fencepost_wrap name target)
    add_library(fencepost::${name} INTERFACE IMPORTED GLOBAL)
    set_target_properties(fencepost::${name} PROPERTIES INTERFACE_LINK_LIBRARIES ${target})
endfunction()

# fencepost_compile(NAME SOURCE..): fencepost::NAME from sources that are not ours: their warnings are not, either.
function(fencepost_compile name)
    add_library(fencepost_${name} STATIC ${ARGN})
    target_compile_options(fencepost_${name} PRIVATE -w)
    set_target_properties(fencepost_${name} PROPERTIES C_EXTENSIONS ON)
    fencepost_wrap(${name} fencepost_${name})
endfunction()

fencepost_archive(uv uv.h libuv_a.a libuv.a)

if(NOT TARGET fencepost::uv)
    fencepost_reach(uv https://github.com/libuv/libuv libuv1-dev)
    FetchContent_Declare(uv GIT_REPOSITORY https://github.com/libuv/libuv GIT_TAG e9f29cb984231524e3931aa0ae2c5dae1a32884e) # v1.48.0
    set(LIBUV_BUILD_SHARED OFF)
    set(LIBUV_BUILD_TESTS OFF)
    set(BUILD_TESTING OFF)
    FetchContent_GetProperties(uv)
    if(NOT uv_POPULATED)
        FetchContent_Populate(uv)
        add_subdirectory("${uv_SOURCE_DIR}" "${uv_BINARY_DIR}" EXCLUDE_FROM_ALL)
    endif()
    target_compile_options(uv_a PRIVATE -w)
    fencepost_wrap(uv uv_a)
else()
    find_package(Threads REQUIRED)
    set_property(TARGET fencepost::uv APPEND PROPERTY INTERFACE_LINK_LIBRARIES Threads::Threads ${CMAKE_DL_LIBS} rt)
endif()
set_property(TARGET fencepost::uv APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS _GNU_SOURCE) # its header uses POSIX types that plain C11 hides

file(COPY third_party/cjson/cJSON.h DESTINATION "${PROJECT_BINARY_DIR}/static/cjson") # installed, it lies in a folder cjson/
fencepost_compile(cjson third_party/cjson/cJSON.c)
target_include_directories(fencepost_cjson PUBLIC "${PROJECT_BINARY_DIR}/static")
