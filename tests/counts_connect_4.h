/* counts_connect_4.h: how many positions of Connect 4 there are on 7x6 after each number of plies, as published. */
#ifndef ZM_TESTS_COUNTS_CONNECT_4_H
#define ZM_TESTS_COUNTS_CONNECT_4_H

#include <stdint.h>

/* The lecture notes' table (seed 004): boards that are not over, mirror images merged. Their sum is printed too. */
static const uint64_t counts_notes[] = {1,         4,          25,         121,        568,        2144,
                                        8231,      27109,      91295,      269531,     809464,     2148087,
                                        5832236,   14105207,   35045629,   77785047,   177841160,  363798195,
                                        767435580, 1448894267, 2818993420, 4907390200, 8788132016, 14066554884};
enum { COUNTS_NOTES = sizeof counts_notes / sizeof *counts_notes };
static const uint64_t counts_notes_sum = 33475164421;

/* OEIS A212693: all positions, mirror images not merged. Their sum: Edelkamp and Kissmann (2008). */
static const uint64_t counts_oeis[] = {1,
                                       7,
                                       49,
                                       238,
                                       1120,
                                       4263,
                                       16422,
                                       54859,
                                       184275,
                                       558186,
                                       1662623,
                                       4568683,
                                       12236101,
                                       30929111,
                                       75437595,
                                       176541259,
                                       394591391,
                                       858218743,
                                       1763883894,
                                       3568259802,
                                       6746155945,
                                       12673345045,
                                       22010823988,
                                       38263228189,
                                       60830813459,
                                       97266114959,
                                       140728569039,
                                       205289508055,
                                       268057611944,
                                       352626845666,
                                       410378505447,
                                       479206477733,
                                       488906447183,
                                       496636890702,
                                       433471730336,
                                       370947887723,
                                       266313901222,
                                       183615682381,
                                       104004465349,
                                       55156010773,
                                       22695896495,
                                       7811825938,
                                       1459332899};
enum { COUNTS_OEIS = sizeof counts_oeis / sizeof *counts_oeis };
static const uint64_t counts_oeis_sum = 4531985219092;

#endif
