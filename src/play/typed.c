/* typed.c: which move somebody means. People leave out dashes and commas, mix up cases, and type one end of a move
 * where that says enough; a text is taken apart into words of letters and digits, and compared word by word. */
#include <zermelo/record.h>

#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* The words of a text, in small letters, each followed by a space: "C7-d6" gives "c7 d6 ". */
static void words_of(const char *text, char out[2 * ZM_MAX_TEXT])
{
    size_t n = 0;
    for (; *text && n < ZM_MAX_TEXT; text++) {
        if (isalnum((unsigned char)*text))
            out[n++] = (char)tolower((unsigned char)*text);
        if (n && out[n - 1] != ' ' && !isalnum((unsigned char)text[1]))
            out[n++] = ' ';
    }
    out[n] = 0;
}

static bool same_letters(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        if (*a != *b || !*a)
            return *a == *b;
    }
}

static bool begins(const char *move, const char *typed) { return !strncmp(move, typed, strlen(typed)); }

static bool ends(const char *move, const char *typed)
{
    const size_t n = strlen(move), k = strlen(typed);
    return k <= n && !strcmp(move + n - k, typed) && (k == n || move[n - k - 1] == ' ');
}

/* How well a text fits a move; 0: not at all. */
enum { NOT = 0, PART, LETTERS, EXACT };

static int fit(const char *move, const char *typed)
{
    char a[2 * ZM_MAX_TEXT], b[2 * ZM_MAX_TEXT];
    if (!strcmp(move, typed))
        return EXACT;
    words_of(move, a);
    words_of(typed, b);
    if (!*b)
        return NOT;
    return same_letters(a, b) ? LETTERS : begins(a, b) || ends(a, b) ? PART : NOT;
}

unsigned zm_moves_meant(const zm_variant *v, const zm_turn *turn, const char *text, unsigned *number, unsigned room)
{
    unsigned count = 0;
    int best = NOT;
    if (strlen(text) >= ZM_MAX_TEXT)
        return 0;
    for (unsigned i = 0; i < turn->count; i++) {
        char move[ZM_MAX_TEXT];
        zm_write_move(v, turn->position, turn->move[i], move, sizeof move);
        const int fits = fit(move, text);
        if (fits == NOT || fits < best)
            continue;
        count = fits > best ? 0 : count;
        best = fits;
        if (count < room)
            number[count] = i;
        count++;
    }
    return count;
}

unsigned zm_moves_near(const zm_variant *v, const zm_turn *turn, const char *text, unsigned *number, unsigned room)
{
    enum { MOST = 16 };
    unsigned far[MOST], count = 0;
    room = room < MOST ? room : MOST;
    for (unsigned i = 0; i < turn->count; i++) {
        char move[ZM_MAX_TEXT];
        zm_write_move(v, turn->position, turn->move[i], move, sizeof move);
        const unsigned distance = zm_edit_distance(text, move);
        if (distance >= strlen(move) && distance >= strlen(text)) /* nothing in common */
            continue;
        unsigned at = count < room ? count++ : room; /* the farthest falls out */
        for (; at && far[at - 1] > distance; at--)
            if (at < room) {
                far[at] = far[at - 1];
                number[at] = number[at - 1];
            }
        if (at < room) {
            far[at] = distance;
            number[at] = i;
        }
    }
    return count;
}
