# What `cmake --install` puts where: the tool, the library as one archive, its header, and what pkg-config and find_package read.
include(CMakePackageConfigHelpers)

# fencepost_libraries(OUT FOLDER..): the static libraries that the folders define.
function(fencepost_libraries out)
    set(libraries)
    foreach(folder IN LISTS ARGN)
        get_property(targets DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" PROPERTY BUILDSYSTEM_TARGETS)
        foreach(target IN LISTS targets)
            get_target_property(type ${target} TYPE)
            if(type STREQUAL "STATIC_LIBRARY")
                list(APPEND libraries ${target})
            endif()
        endforeach()
    endforeach()
    set(${out} ${libraries} PARENT_SCOPE)
endfunction()

# Inside, the library is several targets that see only what they may; outside, it is one file.
fencepost_libraries(parts analysis)
add_library(fencepost_library STATIC)
foreach(part IN LISTS parts)
    target_sources(fencepost_library PRIVATE $<TARGET_OBJECTS:${part}>)
endforeach()
set_target_properties(fencepost_library PROPERTIES OUTPUT_NAME fencepost EXPORT_NAME fencepost LINKER_LANGUAGE C)
target_include_directories(fencepost_library PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/analysis/include>"
                                                    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

if(FENCEPOST_SERVER)
    # Component `tool`: what a tarball holds; `wheel`: where Python looks for programs.
    install(TARGETS fencepost COMPONENT tool)
    if(SKBUILD)
        install(TARGETS fencepost DESTINATION "${SKBUILD_SCRIPTS_DIR}" COMPONENT wheel)
    endif()
    install(FILES "${PROJECT_SOURCE_DIR}/fencepost.schema.json" DESTINATION "${CMAKE_INSTALL_DATADIR}/fencepost" COMPONENT tool)
    # The language server links findings to the pages of their rules.
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/rules" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/fencepost" COMPONENT tool)
    # The program itself writes what shells and `man` read; a program for another machine cannot be asked without an emulator.
    if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
        set(made)
        foreach(pair IN ITEMS "bash:bash-completion/completions/fencepost" "zsh:zsh/site-functions/_fencepost" "fish:fish/vendor_completions.d/fencepost.fish"
                              "man:man/man1/fencepost.1")
            string(REGEX MATCH "^([a-z]+):((.*)/[^/]+)$" _ "${pair}")
            set(file "${PROJECT_BINARY_DIR}/share/${CMAKE_MATCH_2}")
            file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/share/${CMAKE_MATCH_3}")
            add_custom_command(OUTPUT "${file}" COMMAND fencepost completions ${CMAKE_MATCH_1} -o "${file}" DEPENDS fencepost VERBATIM)
            list(APPEND made "${file}")
            if(CMAKE_MATCH_1 STREQUAL man)
                install(FILES "${file}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tool)
            else()
                install(FILES "${file}" DESTINATION "${CMAKE_INSTALL_DATADIR}/${CMAKE_MATCH_3}" COMPONENT tool)
            endif()
        endforeach()
        add_custom_target(fencepost_share ALL DEPENDS ${made})
    endif()
endif()
install(TARGETS fencepost_library EXPORT fencepostTargets)
install(FILES "${PROJECT_SOURCE_DIR}/analysis/include/fencepost.h" TYPE INCLUDE)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/fencepost")
install(EXPORT fencepostTargets NAMESPACE fencepost:: DESTINATION "${package_dir}")
configure_package_config_file(cmake/fencepostConfig.cmake.in "${PROJECT_BINARY_DIR}/fencepostConfig.cmake"
                              INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/fencepostConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/fencepostConfig.cmake" "${PROJECT_BINARY_DIR}/fencepostConfigVersion.cmake"
        DESTINATION "${package_dir}")

# The paths are relative to the file itself, so that the prefix can be chosen at installation.
set(pc_dir "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig")
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${pc_dir}" OUTPUT_VARIABLE pc_to_prefix)
foreach(name IN ITEMS libdir includedir)
    string(TOUPPER ${name} upper)
    cmake_path(IS_ABSOLUTE CMAKE_INSTALL_${upper} absolute)
    if(absolute)
        set(pc_${name} "${CMAKE_INSTALL_${upper}}")
    else()
        set(pc_${name} "\${prefix}/${CMAKE_INSTALL_${upper}}")
    endif()
endforeach()
configure_file(cmake/fencepost.pc.in "${PROJECT_BINARY_DIR}/fencepost.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/fencepost.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
