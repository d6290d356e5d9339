# The short tests under the thread sanitizer; tests/run has its settings and why clang is used.
# ctest: timeout=1800 serial
exec bash "$SOURCE/tests/in-preset" tsan
