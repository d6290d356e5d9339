/* book.c: the method `search` on a device: books (solve/search/book.h) whose edge the device searches. */
#include "solve/search/book.h"
#include "search.h"

static zm_status open(zm_driver *d)
{
    ZM_TRY(d->context, zm_book_begin(d));
    zm_book_of(d)->device = zm_search_many_on;
    return ZM_OK;
}

const zm_solver zm_solver_search_cuda = {
    .method = ZM_METHOD_SEARCH,
    .engines = 1 << ZM_ENGINE_CUDA | 1 << ZM_ENGINE_CUDA_HOST,
    .solves = "books",
    .can = zm_book_can,
    .refuse = zm_book_refuse,
    .suits = zm_book_suits,
    .open = open,
    .close = zm_book_end,
    .announce = zm_book_announce,
    .find_states = zm_book_find_states,
    .solve_tier = zm_book_solve,
    .goes_on = zm_book_goes_on,
    .source = {.start = zm_book_start, .whole = zm_book_values, .keys = zm_book_keys, .places = zm_book_places}};
