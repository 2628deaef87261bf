# Toolchain: programs for macOS on Apple silicon, made on Linux. `./dev dist macos` and the like fetch the compiler, zig with the system's headers inside, and
# lay its tools out below .cache/macos. The linker signs what it makes and strips it; another strip would break the signature.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR arm64)
set(CMAKE_OSX_DEPLOYMENT_TARGET "" CACHE STRING "The target of cc says it: macOS 11")
set(CMAKE_OSX_SYSROOT "" CACHE PATH "The compiler has its own")
cmake_path(SET tools NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../.cache/macos/bin")
set(CMAKE_C_COMPILER "${tools}/cc")
set(CMAKE_AR "${tools}/ar" CACHE FILEPATH "")
set(CMAKE_RANLIB "${tools}/ranlib" CACHE FILEPATH "")
set(CMAKE_INSTALL_NAME_TOOL "${CMAKE_COMMAND}" CACHE FILEPATH "Nothing is renamed")
set(CMAKE_STRIP "" CACHE FILEPATH "")
set(CMAKE_C_FLAGS_INIT -UNDEBUG) # zig defines it whenever it optimises; asserts are part of the program
set(CMAKE_EXE_LINKER_FLAGS_INIT -s)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -s)
set(CMAKE_FIND_ROOT_PATH "${tools}") # nothing of this system
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
