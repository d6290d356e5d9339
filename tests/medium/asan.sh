# The short tests under the address and undefined-behaviour sanitizers.
# ctest: timeout=1800 serial
exec bash "$SOURCE/tests/in-preset" asan
