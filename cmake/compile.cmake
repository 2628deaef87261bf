# How every C file of the project is compiled.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON) # the library may end up inside someone's shared object

get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT multi_config)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Debug or RelWithDebInfo" FORCE)
endif()

# Asserts are part of the program: a broken invariant must stop a release build too.
foreach(config IN ITEMS RELEASE RELWITHDEBINFO MINSIZEREL)
    string(REGEX REPLACE "[-/]DNDEBUG" "" CMAKE_C_FLAGS_${config} "${CMAKE_C_FLAGS_${config}}")
endforeach()

add_compile_options(-Wall -Wextra -Wconversion -Wshadow -Wswitch-enum -Wmissing-prototypes -Wstrict-prototypes)
if(CMAKE_C_COMPILER_ID MATCHES Clang)
    # Members that are not named are zero, and long strings in lists are broken into several.
    add_compile_options(-Wno-missing-field-initializers -Wno-string-concatenation)
endif()
if(FENCEPOST_WERROR)
    add_compile_options(-Werror)
endif()
if(FENCEPOST_SANITIZE)
    add_compile_options(-fsanitize=${FENCEPOST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${FENCEPOST_SANITIZE})
    if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
        # The sanitizers' tables hold some 270,000 addresses. At a fixed place none is relocated, and a program starts in two thirds of the time.
        add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
    endif()
endif()
if(FENCEPOST_FUZZ)
    # A fuzz target itself links with -fsanitize=fuzzer. clang's pointer-overflow also stops at the start of an empty array, which gcc's lets pass.
    add_compile_options(-fsanitize=fuzzer-no-link -fno-sanitize=pointer-overflow)
endif()
