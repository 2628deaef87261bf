# Toolchain: programs for Linux on aarch64, made on another machine. `./dev dist aarch64` and the like fetch the libraries below .cache/aarch64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH "${CMAKE_CURRENT_LIST_DIR}/../.cache/aarch64/root")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# With an emulator the program can be asked for its completions and its manual page.
find_program(emulator NAMES qemu-aarch64-static qemu-aarch64)
if(emulator)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${emulator}" -L /usr/aarch64-linux-gnu)
endif()
