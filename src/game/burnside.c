/* burnside.c: placements of pieces up to symmetry, counted without looking at them.
 *
 * The number of orbits is the mean over the operations of the placements that each maps onto itself (Burnside's lemma).
 * Such a placement has the same piece all along every cycle of the operation, so with cycles of lengths c_1, c_2, ...
 * and kinds x, y
 *     fixed(w, b) = the coefficient of x^w y^b in the product of (1 + x^c_i + y^c_i)
 * and so on for more kinds. Cost: operations * cycles * product of (pieces + 1). */
#include <zermelo/variant.h>

enum { MOST_TERMS = 1 << 20 };

typedef struct product { /* of the factors so far; a term has the digits of its number as exponents */
    unsigned kinds;
    const unsigned *pieces;
    uint64_t terms;
    uint64_t *term;
    bool over; /* a number did not fit */
} product;

/* Times 1 + x^length + ...: from the highest term down, so that each takes what was there before. */
static void multiply(product *p, unsigned length)
{
    for (uint64_t t = p->terms; t-- > 0;) {
        uint64_t rest = t, place = 1;
        for (unsigned k = 0; k < p->kinds; k++) {
            const uint64_t digit = rest % (p->pieces[k] + 1);
            if (digit >= length)
                p->over |= __builtin_add_overflow(p->term[t], p->term[t - length * place], &p->term[t]);
            rest /= p->pieces[k] + 1;
            place *= p->pieces[k] + 1;
        }
    }
}

static uint64_t count_fixed(product *p, unsigned points, const uint8_t *image)
{
    bool seen[ZM_MAX_CELLS] = {false};
    for (uint64_t t = 0; t < p->terms; t++)
        p->term[t] = t == 0;
    for (unsigned i = 0; i < points; i++) {
        unsigned length = 0;
        for (unsigned at = i; !seen[at]; at = image[at], length++)
            seen[at] = true;
        if (length)
            multiply(p, length);
    }
    return p->term[p->terms - 1];
}

static zm_status count_all(zm_context *c, const zm_variant *v, product *p, zm_burnside *out)
{
    uint8_t image[ZM_MAX_CELLS];
    for (unsigned n; out->operations < ZM_MAX_OPERATIONS; out->operations++) {
        n = v->game->counts->symmetry(v, out->operations, image);
        if (!n)
            break;
        out->fixed[out->operations] = count_fixed(p, n, image);
        p->over |= __builtin_add_overflow(out->sum, out->fixed[out->operations], &out->sum);
    }
    if (p->over)
        return zm_fail(c, ZM_BAD_INPUT, "there are more placements than fit 64 bits");
    out->orbits = out->sum / out->operations;
    return ZM_OK;
}

zm_status zm_count_placements(zm_context *c, const zm_variant *v, const unsigned *pieces, unsigned kinds,
                              zm_burnside *out)
{
    product p = {.kinds = kinds, .pieces = pieces, .terms = 1};
    *out = (zm_burnside){0};
    if (!v->game->counts->symmetry)
        return zm_fail(c, ZM_BAD_INPUT, "%s does not tell the symmetries of its board", v->game->name);
    for (unsigned k = 0; k < kinds; k++) {
        if (pieces[k] > ZM_MAX_CELLS || p.terms * (pieces[k] + 1) > MOST_TERMS)
            return zm_fail(c, ZM_BAD_INPUT, "so many pieces are too many to be counted");
        p.terms *= pieces[k] + 1;
    }
    ZM_TRY(c, zm_alloc(c, &p.term, p.terms, sizeof *p.term, "the placements"));
    const zm_status s = count_all(c, v, &p, out);
    zm_release(c, p.term);
    return s;
}
