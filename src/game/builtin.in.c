/* builtin.in.c: filled in by src/CMakeLists.txt, one declaration and one row a folder of src/games. */
#include "game/builtin.h"

@BUILTIN_DECLARATIONS@
const zm_builtin_row zm_builtin_rows[] = {
@BUILTIN_ENTRIES@    {NULL, NULL},
};
