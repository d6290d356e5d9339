/* layers.c: states of Connect 4 on 7x6 up to some ply, walked through and by sets, on one thread; both must agree.
 *
 *     scripts/bench builds and runs it; ./layers [PLIES] */
#include <zermelo/zermelo.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void ensure(zm_context *c, zm_status status)
{
    if (status) {
        fprintf(stderr, "layers: %s\n", zm_message(c));
        exit(1);
    }
}

int main(int argc, char **argv)
{
    const unsigned plies = argc > 1 ? (unsigned)atoi(argv[1]) : 14;
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    uint64_t states[ZM_LAYERS_SETS + 1] = {0};
    zm_set_threads(c, 1);
    ensure(c, zm_find_game(c, "connect-4", &g));
    ensure(c, zm_variant_new(c, g, NULL, 0, &v));
    printf("way   plies           states  seconds  million/s     MiB\n");
    for (unsigned way = ZM_LAYERS_WALK; way <= ZM_LAYERS_SETS; way++) {
        const zm_layers_options o = ZM_OPTIONS(zm_layers_options, .way = (zm_layers_way)way, .most = plies);
        zm_layers l;
        const double began = seconds();
        ensure(c, zm_count_layers(c, v, &o, &l));
        const double taken = seconds() - began;
        for (unsigned i = 0; i < l.plies; i++)
            states[way] += l.layer[i].states;
        printf("%-5s %5u %16llu %8.2f %10.1f %7.1f\n", zm_layers_way_name(l.way), plies,
               (unsigned long long)states[way], taken, (double)states[way] / taken / 1e6,
               (double)l.peak_bytes / (1 << 20));
        fflush(stdout);
        zm_layers_free(c, &l);
    }
    if (states[ZM_LAYERS_WALK] != states[ZM_LAYERS_SETS])
        return fprintf(stderr, "layers: they differ\n"), 1;
    zm_variant_free(c, v);
    zm_context_free(c);
}
