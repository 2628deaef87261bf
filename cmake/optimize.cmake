# What is handed out may be optimised further; `./dev dist` and its like do all steps, and a plain build does none.
#
#   FENCEPOST_LTO             one program to the optimiser, libraries that are built from sources included
#   FENCEPOST_PROFILE         make: a program that counts what it does when it runs; use: optimise by these counts
#   FENCEPOST_PROFILE_FOLDER  where the counts are kept; they fit every build folder
#
# Where the compiler has none of it, nothing changes. `fencepost doctor` says what a program was built with.
option(FENCEPOST_LTO "Optimise the program as a whole" OFF)
set(FENCEPOST_PROFILE "" CACHE STRING "make: count what the program does; use: optimise by these counts")
set(FENCEPOST_PROFILE_FOLDER "${PROJECT_BINARY_DIR}/profile" CACHE PATH "Folder of the counts")
set(FENCEPOST_OPTIMIZED "")

if(FENCEPOST_LTO)
    include(CheckIPOSupported)
    check_ipo_supported(RESULT CMAKE_INTERPROCEDURAL_OPTIMIZATION OUTPUT reason LANGUAGES C)
    if(CMAKE_INTERPROCEDURAL_OPTIMIZATION)
        list(APPEND FENCEPOST_OPTIMIZED "as a whole")
    else()
        message(STATUS "no optimisation as a whole: ${reason}")
    endif()
endif()

if(FENCEPOST_PROFILE)
    if(NOT FENCEPOST_PROFILE MATCHES "^(make|use)$")
        message(FATAL_ERROR "FENCEPOST_PROFILE is '${FENCEPOST_PROFILE}': make or use")
    endif()
    include(CheckCCompilerFlag)
    check_c_compiler_flag("-fprofile-prefix-path=${PROJECT_BINARY_DIR}" FENCEPOST_HAS_PROFILES) # gcc 12 or newer
    file(GLOB_RECURSE counts "${FENCEPOST_PROFILE_FOLDER}/*.gcda")
    if(NOT FENCEPOST_HAS_PROFILES)
        message(STATUS "no optimisation by a profile: the compiler has no -fprofile-prefix-path")
    elseif(FENCEPOST_PROFILE STREQUAL "make")
        add_compile_options("-fprofile-generate=${FENCEPOST_PROFILE_FOLDER}" "-fprofile-prefix-path=${PROJECT_BINARY_DIR}" -fprofile-update=prefer-atomic)
        add_link_options("-fprofile-generate=${FENCEPOST_PROFILE_FOLDER}")
    elseif(counts)
        # Of what never ran there are no counts; the module of Python is compiled from the same sources without ever running.
        add_compile_options("-fprofile-use=${FENCEPOST_PROFILE_FOLDER}" "-fprofile-prefix-path=${PROJECT_BINARY_DIR}" -fprofile-correction -Wno-missing-profile
                            -Wno-coverage-mismatch)
        list(APPEND FENCEPOST_OPTIMIZED "by a profile")
    else()
        message(FATAL_ERROR "FENCEPOST_PROFILE is 'use', but ${FENCEPOST_PROFILE_FOLDER} has no counts")
    endif()
endif()
