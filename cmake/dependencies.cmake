# The system's libraries as fencepost::uv and fencepost::cjson, and for the tests of the grammar fencepost::tree_sitter: a library's CMake package first,
# pkg-config second.

# fencepost_find(NAME PKG_CONFIG module PACKAGES package.. TARGETS target..): the first target found becomes fencepost::NAME.
# A function's find_package makes imported targets that only its caller's folder sees, hence the macro.
macro(fencepost_find name)
    cmake_parse_arguments(find "" "PKG_CONFIG" "PACKAGES;TARGETS" ${ARGN})
    if(NOT TARGET fencepost::${name})
        add_library(fencepost::${name} INTERFACE IMPORTED GLOBAL)
        set(find_target)
        foreach(find_package IN LISTS find_PACKAGES)
            find_package(${find_package} CONFIG QUIET)
        endforeach()
        foreach(find_candidate IN LISTS find_TARGETS)
            if(TARGET ${find_candidate} AND NOT find_target)
                set(find_target ${find_candidate})
            endif()
        endforeach()
        if(NOT find_target)
            find_package(PkgConfig REQUIRED)
            pkg_check_modules(FENCEPOST_${name} REQUIRED IMPORTED_TARGET ${find_PKG_CONFIG})
            set(find_target PkgConfig::FENCEPOST_${name})
        endif()
        set_target_properties(fencepost::${name} PROPERTIES INTERFACE_LINK_LIBRARIES ${find_target})
    endif()
endmacro()

if(FENCEPOST_SERVER)
    fencepost_find(uv PKG_CONFIG libuv PACKAGES libuv TARGETS libuv::uv libuv::uv_a)
    # Its header uses POSIX types that plain C11 hides.
    set_property(TARGET fencepost::uv APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS _GNU_SOURCE)
    fencepost_find(cjson PKG_CONFIG libcjson PACKAGES cJSON TARGETS cjson cJSON::cJSON)
endif()
if(FENCEPOST_TESTS)
    fencepost_find(tree_sitter PKG_CONFIG tree-sitter PACKAGES tree-sitter unofficial-tree-sitter
                   TARGETS tree-sitter::tree-sitter unofficial::tree-sitter::tree-sitter)
endif()
