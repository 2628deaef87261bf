# FENCEPOST_STATIC: a program that needs nothing but the C library, for wheels, extensions and tarballs. cJSON lies in third_party/. Of libuv the
# system's archive is taken. Where there is none, a release is compiled in: from FENCEPOST_UV_SOURCE, or as crates.io hands it out.
set(FENCEPOST_UV_SOURCE "" CACHE PATH "Folder of libuv's sources, for a system without a static library of it")
set(FENCEPOST_UV_URL "https://static.crates.io/crates/libuv-sys2/libuv-sys2-1.48.0.crate" CACHE STRING "Where an archive with libuv's sources is fetched from")
set(FENCEPOST_UV_SHA256 6125e1a220a5698a154ce76762d2ef8884baf9f77da7ceb8a3bd8c5ce27df343 CACHE STRING "What that archive's bytes add up to")

# fencepost_uv_sources(VAR): a folder of libuv's sources, fetched once for each build folder; stops with what to do where they cannot be had.
function(fencepost_uv_sources var)
    set(sources "${FENCEPOST_UV_SOURCE}")
    if(NOT sources)
        cmake_path(GET FENCEPOST_UV_URL STEM LAST_ONLY name)
        set(folder "${PROJECT_BINARY_DIR}/uv")
        set(sources "${folder}/${name}/libuv")
        if(NOT EXISTS "${sources}/CMakeLists.txt")
            file(DOWNLOAD "${FENCEPOST_UV_URL}" "${folder}/archive" STATUS status TIMEOUT 120)
            set(sum "")
            if(EXISTS "${folder}/archive")
                file(SHA256 "${folder}/archive" sum)
            endif()
            if(NOT sum STREQUAL FENCEPOST_UV_SHA256)
                message(FATAL_ERROR "this system has no static library of libuv, and its sources could not be fetched from ${FENCEPOST_UV_URL} (${status}). Either "
                                    "install the library (Debian: libuv1-dev) or name a folder of its sources: -DFENCEPOST_UV_SOURCE=FOLDER, "
                                    "for pip CMAKE_ARGS=-DFENCEPOST_UV_SOURCE=FOLDER")
            endif()
            file(ARCHIVE_EXTRACT INPUT "${folder}/archive" DESTINATION "${folder}")
        endif()
    endif()
    if(NOT EXISTS "${sources}/CMakeLists.txt")
        message(FATAL_ERROR "FENCEPOST_UV_SOURCE: ${sources} has no CMakeLists.txt: name the top folder of libuv's sources")
    endif()
    set(${var} "${sources}" PARENT_SCOPE)
endfunction()

# An imported target in between, as a library of the system would be: the installed package looks for one.
function(fencepost_wrap name target)
    add_library(fencepost::${name} INTERFACE IMPORTED GLOBAL)
    set_target_properties(fencepost::${name} PROPERTIES INTERFACE_LINK_LIBRARIES "${target}")
endfunction()

find_library(FENCEPOST_UV_ARCHIVE NAMES libuv_a.a libuv.a)
find_path(FENCEPOST_UV_HEADER uv.h)
if(FENCEPOST_UV_ARCHIVE AND FENCEPOST_UV_HEADER AND NOT FENCEPOST_UV_SOURCE)
    find_package(Threads REQUIRED)
    fencepost_wrap(uv "${FENCEPOST_UV_ARCHIVE};Threads::Threads;${CMAKE_DL_LIBS};rt")
    set_target_properties(fencepost::uv PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${FENCEPOST_UV_HEADER}")
    message(STATUS "libuv: ${FENCEPOST_UV_ARCHIVE}")
else()
    fencepost_uv_sources(uv_sources)
    set(LIBUV_BUILD_SHARED OFF)
    set(LIBUV_BUILD_TESTS OFF)
    set(BUILD_TESTING OFF)
    set(CMAKE_POLICY_DEFAULT_CMP0077 NEW) # libuv asks for an older CMake, whose options would not see these
    add_subdirectory("${uv_sources}" "${PROJECT_BINARY_DIR}/uv/build" EXCLUDE_FROM_ALL)
    target_compile_options(uv_a PRIVATE -w)
    set_target_properties(uv_a PROPERTIES POSITION_INDEPENDENT_CODE ON) # the Python module is a shared library
    fencepost_wrap(uv uv_a)
    message(STATUS "libuv: ${uv_sources}")
endif()
set_property(TARGET fencepost::uv APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS _GNU_SOURCE) # its header uses POSIX types that plain C11 hides

file(COPY third_party/cjson/cJSON.h DESTINATION "${PROJECT_BINARY_DIR}/static/cjson") # installed, it lies in a folder cjson/
add_library(fencepost_cjson STATIC third_party/cjson/cJSON.c) # not ours: its warnings are not, either
target_compile_options(fencepost_cjson PRIVATE -w)
set_target_properties(fencepost_cjson PROPERTIES C_EXTENSIONS ON)
target_include_directories(fencepost_cjson PUBLIC "${PROJECT_BINARY_DIR}/static")
fencepost_wrap(cjson fencepost_cjson)
