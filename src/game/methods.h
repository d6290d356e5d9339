/* methods.h: the facet of built-in games that bring methods which fit them only. */
#ifndef ZM_GAME_METHODS_H
#define ZM_GAME_METHODS_H

struct zm_solver;   /* solve/method.h */
struct zm_verifier; /* verify/verify.h */

typedef struct zm_methods {
    const struct zm_solver *const *solvers; /* NULL at the end */
    const struct zm_verifier *verifier;
} zm_methods;

#define ZM_METHODS(...) (&(const zm_methods){__VA_ARGS__})

#endif
