/* engine_cuda.c: races on the GPU, where there is one, and its kernels on the CPU: two pieces on the full board, three
 * on a small one. */
#include "race_lab.h"

static bool has_gpu(void)
{
    static const char *const settings[RACE_SETTINGS] = {"pieces=1"};
    zm_context *c = zm_context_new();
    zm_variant *v = race_variant(c, settings);
    zm_solved solved;
    const zm_status s = zm_solve(c, v, &ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA), &solved);
    if (s != ZM_OK) { /* one clear line, and no other engine in its place */
        assert_int_equal(s, ZM_BAD_INPUT);
        assert_non_null(strstr(zm_message(c), "use --engine cpu"));
    }
    zm_variant_free(c, v);
    zm_context_free(c);
    return s == ZM_OK;
}

static void two_pieces_as_by_the_cpu(void **state)
{
    static const char *const settings[RACE_SETTINGS] = {"pieces=2"};
    race_engines_agree(ZM_ENGINE_CPU, ZM_ENGINE_CUDA_HOST, settings);
}

static void the_gpu_as_the_cpu(void **state)
{
    static const char *const variants[][RACE_SETTINGS] = {{"pieces=1"},
                                                          {"pieces=2", "triple=yes", "capture=must"},
                                                          {"pieces=3", "squares=20"}};
    if (!has_gpu())
        unit_skip("there is no GPU");
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++)
        race_engines_agree(ZM_ENGINE_CPU, ZM_ENGINE_CUDA, variants[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_pieces_as_by_the_cpu),
        cmocka_unit_test(the_gpu_as_the_cpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
