/* summary.h: the part of a summary that games with dice have; table/write/writer.h adds up the whole. */
#ifndef ZM_TABLE_FORMAT_SUMMARY_H
#define ZM_TABLE_FORMAT_SUMMARY_H

#include <zermelo/table.h>

/* Adds what b says of odds to a, its states apart. */
void zm_summary_add_odds(zm_summary *a, const zm_summary *b);

#endif
