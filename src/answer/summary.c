/* summary.c: see summary.h. */
#include "summary.h"

static void json_values(zm_json *j, const zm_variant *v, const zm_summary *s)
{
    zm_json_text(j, "values", zm_values_name(s->wdl));
    zm_json_bound(j, v);
    zm_json_number(j, "states", s->states);
    zm_json_players(j, "won_by", v->game, s->won_by);
    zm_json_number(j, "drawn", s->drawn);
    zm_json_open(j, "start", '{');
    zm_json_value(j, v, zm_turn_of(v, v->game->start(v)), s->start, s->wdl);
    zm_json_close(j, '}');
    zm_json_longest(j, v, s);
}

static void json_place(zm_json *j, const zm_variant *v, const char *key, zm_odds o, zm_pos p)
{
    zm_json_open(j, key, '{');
    zm_json_odds(j, o);
    zm_json_position(j, "position", v, p);
    zm_json_close(j, '}');
}

static void json_odds(zm_json *j, const zm_variant *v, const zm_summary *s)
{
    zm_json_text(j, "values", s->certified ? "odds" : "estimates");
    zm_json_number(j, "positions", s->states);
    json_place(j, v, "start", s->start_odds, v->game->start(v));
    json_place(j, v, "min", s->least, s->least_position);
    json_place(j, v, "max", s->most, s->most_position);
    zm_json_bool(j, "certified", s->certified);
    zm_json_odds_bound(j, "widest", s->widest, true);
}

void zm_json_summary(zm_json *j, const zm_variant *v, const zm_summary *s)
{
    (s->dice ? json_odds : json_values)(j, v, s);
}
