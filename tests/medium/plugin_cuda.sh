# `build --cuda` compiles a plugin for a GPU from its one file. What is compiled is run where there is one (docs/cuda.md); here it is
# only made, and works on the CPU and as `--engine cuda-host`.
# ctest: timeout=3600
. "$SOURCE/tests/cli.bash"

sed 's/^\(ZM_GAME(quixo, \|    quixo, \)"quixo"/\1"my-quixo"/' "$SOURCE/src/games/quixo/game.c" >my-quixo.c
json 'd["own_kernels"] and not d["cuda"]' build my-quixo.c -o ./cpu.so --no-cuda
[ -s err ] && wrong "a note without need: $(cat err)"
expect 2 'do not go together' build my-quixo.c -o ./cpu.so --no-cuda --cuda

# Without an index, or without most_moves, a line says so.
unset NVCC
"$ZERMELO" build my-quixo.c -o ./gpu.so --cuda --json >out 2>err || wrong "build --cuda: $(cat err)"
if grep -q 'this build of zermelo has no engine cuda' err; then
    [ $failures -eq 0 ] || finish
    echo 'skipped: this build of zermelo has no engine cuda'
    exit 77
fi
if grep -q 'there is no nvcc' err; then
    [ $failures -eq 0 ] || finish
    echo 'skipped: there is no nvcc'
    exit 77
fi
grep -q '"cuda":true' out || wrong "not for a GPU: $(cat out err)"
for name in $(nm -D --undefined-only gpu.so | sed -n 's/.* U \([a-z_]*\).*/\1/p' | grep '^zm_\|^cuda'); do
    grep -rqE "[ *]$name\(" "$SOURCE/include/zermelo" || wrong "gpu.so needs $name"
done
json 'd["states"] == 2219' solve ./gpu.so size=3 --tables own
json 'd["states"] == 2219' solve ./cpu.so size=3 --tables other
json 'd["states"] == 2219' solve ./gpu.so size=3 --tables host --engine cuda-host
diff -r own other >differences || wrong "tables differ: $(cat differences)"
diff -r own host >differences || wrong "tables differ: $(cat differences)"

sed '/most_moves/s/\.most_moves = [0-9]*,//' my-quixo.c >few.c
json 'not d["cuda"]' build few.c -o ./few.so --cuda
grep -q 'few.c is not compiled for a GPU: it does not say `most_moves`' err || wrong "no line: $(cat err)"

# Names that the kernels of a GPU have, too, and data that converts to any pointer.
sed 's/^static zm_end ended(.*/enum { ROWS = 1, BLOCK };\nstatic unsigned text_of(unsigned n) { return n + BLOCK - 2; }\nstatic const int *data_of(const zm_variant *v) { return v->data; }\n&/
     s/const unsigned size = zm_row_count(v);/const unsigned size = text_of(zm_row_count(v)) + (data_of(v) ? 0 : ROWS - 1);/' my-quixo.c >names.c
json 'd["own_kernels"] and d["cuda"]' build names.c -o ./names.so
[ -s err ] && wrong "a note without need: $(cat err)"

# A word of C that C++ does not have.
sed 's/^static unsigned moves(.*/static int class;\n&/' my-quixo.c >words.c
json 'd["own_kernels"] and not d["cuda"]' build words.c -o ./words.so
grep -Eq 'words.c is not compiled for a GPU, and works on the CPU: .*words.c.*error' err || wrong "no line: $(cat err)"
finish
