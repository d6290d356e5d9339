/* zermelo.h: everything. */
#ifndef ZERMELO_H
#define ZERMELO_H

#include <zermelo/base.h>
#include <zermelo/game.h>
#include <zermelo/layers.h>
#include <zermelo/lead.h>
#include <zermelo/play.h>
#include <zermelo/record.h>
#include <zermelo/rules.h>
#include <zermelo/search.h>
#include <zermelo/solve.h>
#include <zermelo/table.h>
#include <zermelo/tabulate.h>
#include <zermelo/value.h>
#include <zermelo/value_source.h>
#include <zermelo/values.h>
#include <zermelo/variant.h>

#endif
