/* The parts of the server that can be tried without one: settings out of addresses, UTF-8, how often an address may
 * ask, which connections have to go. */
#include "unit.h"

#ifdef ZERMELO_SERVE

#include "serve/utf8.h"
#include "serve/variants.h"

#include <arpa/inet.h>
#include <sys/syscall.h>
#include <unistd.h>

static void settings(const char *path, unsigned count, const char *first, const char *last)
{
    char text[200];
    const char *setting[ZM_MAX_OPTIONS];
    snprintf(text, sizeof text, "%s", path);
    assert_int_equal(zm_path_settings(text, setting), count);
    if (count && count <= ZM_MAX_OPTIONS) {
        assert_string_equal(setting[0], first);
        assert_string_equal(setting[count - 1], last);
    }
}

static void test_settings(void **state)
{
    settings("default", 0, NULL, NULL);
    settings("rows=3", 1, "rows=3", "rows=3");
    settings("size=10,pawns=5", 2, "size=10", "pawns=5");
    settings("size=10+pawns=5", 2, "size=10", "pawns=5");
    settings("piles=1,2,3", 1, "piles=1,2,3", "piles=1,2,3");
    settings("piles=1,2,3,take=1,2", 2, "piles=1,2,3", "take=1,2");
    settings("a=1,,b=2", 2, "a=1,", "b=2");
    settings("", 1, "", "");
    settings(",", 1, ",", ",");
    settings("..", 1, "..", "..");
    settings("a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,l=1", 12, "a=1", "l=1");
    settings("a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,l=1,m=1", ZM_MAX_OPTIONS + 1, NULL, NULL);
}

static void test_utf8(void **state)
{
    static const char *const good[] = {
        "", "a", "\xC2\x80", "\xE2\x82\xAC", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"};
    static const char *const bad[] = {"\x80",
                                      "\xC0\xAF",
                                      "\xC1\xBF",
                                      "\xE0\x80\x80",
                                      "\xED\xA0\x80",
                                      "\xF0\x80\x80\x80",
                                      "\xF4\x90\x80\x80",
                                      "\xF5\x80\x80\x80",
                                      "\xE2\x82",
                                      "a\xFF"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(zm_is_utf8(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[16];
        assert_false(zm_is_utf8(bad[i]));
        snprintf(text, sizeof text, "%s", bad[i]);
        zm_mend_utf8(text);
        assert_true(zm_is_utf8(text));
        assert_int_equal(strlen(text), strlen(bad[i]));
    }
}

static struct sockaddr_in address_of(uint32_t n)
{
    struct sockaddr_in a = {.sin_family = AF_INET};
    a.sin_addr.s_addr = htonl(n);
    return a;
}

static unsigned allowed(zm_limits *l, uint32_t address, unsigned times, double now)
{
    const struct sockaddr_in a = address_of(address);
    unsigned n = 0;
    for (unsigned i = 0; i < times; i++)
        n += zm_limits_allow(l, (const struct sockaddr *)&a, now);
    return n;
}

static void test_limits(void **state)
{
    zm_limits *l = zm_limits_open(10);
    assert_int_equal(allowed(l, 1, 100, 1000), 20); /* two seconds' worth at once */
    assert_int_equal(allowed(l, 1, 100, 1000), 0);
    assert_int_equal(allowed(l, 2, 5, 1000), 5); /* others do not pay for it */
    assert_int_equal(allowed(l, 1, 100, 1001), 10);
    assert_int_equal(allowed(l, 1, 100, 1100), 20);
    for (uint32_t i = 0; i < 100000; i++) /* more than there is room for */
        assert_int_equal(allowed(l, 1000 + i, 1, 1200), 1);
    zm_limits_close(l);
}

/* ---- connections: each is one end of a pair of sockets ---- */
enum { PAIRS = 6 };
typedef struct pairs {
    int here[PAIRS], there[PAIRS];
    zm_client *client[PAIRS];
} pairs;

static void connect_one(zm_connections *l, pairs *p, unsigned i, uint32_t address, double now)
{
    const struct sockaddr_in a = address_of(address);
    int both[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, both), 0);
    p->here[i] = both[0];
    p->there[i] = both[1];
    p->client[i] = zm_connections_add(l, both[0], (const struct sockaddr *)&a, now);
    assert_non_null(p->client[i]);
}

/* Which are open: a bit each. */
static unsigned open_ones(const pairs *p, unsigned count)
{
    unsigned bits = 0;
    char byte;
    for (unsigned i = 0; i < count; i++)
        bits |= (recv(p->there[i], &byte, 1, MSG_DONTWAIT) < 0 ? 1u : 0u) << i;
    return bits;
}

static void disconnect(zm_connections *l, pairs *p, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        zm_connections_remove(l, p->client[i]);
        close(p->here[i]);
        close(p->there[i]);
    }
    zm_connections_close(l);
}

static void test_the_oldest_goes(void **state)
{
    zm_connections *l = zm_connections_open(3, 0, 10);
    pairs p;
    for (unsigned i = 0; i < 3; i++)
        connect_one(l, &p, i, i, 100 + i);
    assert_int_equal(open_ones(&p, 3), 7);
    zm_connections_note(l, p.client[0], ZM_CLIENT_WORKS, 103); /* it has asked */
    connect_one(l, &p, 3, 3, 104);
    assert_int_equal(open_ones(&p, 4), 13);                    /* without the second */
    zm_connections_note(l, p.client[0], ZM_CLIENT_READS, 105); /* its answer, slowly */
    zm_connections_note(l, p.client[2], ZM_CLIENT_WORKS, 106);
    zm_connections_note(l, p.client[3], ZM_CLIENT_WORKS, 107);
    connect_one(l, &p, 4, 4, 108);
    assert_int_equal(open_ones(&p, 5), 28);
    zm_connections_note(l, p.client[4], ZM_CLIENT_WORKS, 109);
    connect_one(l, &p, 5, 5, 110); /* all are at work: nobody has to go for a new one */
    assert_int_equal(open_ones(&p, 6), 28);
    disconnect(l, &p, 6);
}

static void test_one_address(void **state)
{
    zm_connections *l = zm_connections_open(100, 2, 10);
    pairs p;
    connect_one(l, &p, 0, 7, 100);
    connect_one(l, &p, 1, 8, 101);
    connect_one(l, &p, 2, 8, 102);
    connect_one(l, &p, 3, 8, 103);
    assert_int_equal(open_ones(&p, 4), 13); /* the oldest of that address, not the oldest of all */
    disconnect(l, &p, 4);
}

static void test_requests_arrive_in_time(void **state)
{
    zm_connections *l = zm_connections_open(100, 0, 10);
    pairs p;
    connect_one(l, &p, 0, 1, 100);
    connect_one(l, &p, 1, 1, 100);
    zm_connections_note(l, p.client[1], ZM_CLIENT_WORKS, 101);
    zm_connections_tick(l, 109);
    assert_int_equal(open_ones(&p, 2), 3);
    zm_connections_tick(l, 111);
    assert_int_equal(open_ones(&p, 2), 2); /* an answer may take longer */
    zm_connections_note(l, p.client[1], ZM_CLIENT_WAITS, 200);
    zm_connections_tick(l, 209);
    assert_int_equal(open_ones(&p, 2), 2);
    zm_connections_tick(l, 211);
    assert_int_equal(open_ones(&p, 2), 0);
    disconnect(l, &p, 2);
}

static void test_loopback(void **state)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    const struct sockaddr_in here = address_of(0x7F000001), there = address_of(0x0A000001);
    assert_true(zm_is_loopback((const struct sockaddr *)&here));
    assert_false(zm_is_loopback((const struct sockaddr *)&there));
    inet_pton(AF_INET6, "::1", &six.sin6_addr);
    assert_true(zm_is_loopback((const struct sockaddr *)&six));
    inet_pton(AF_INET6, "::ffff:127.0.0.1", &six.sin6_addr);
    assert_true(zm_is_loopback((const struct sockaddr *)&six));
    inet_pton(AF_INET6, "2001:db8::1", &six.sin6_addr);
    assert_false(zm_is_loopback((const struct sockaddr *)&six));
}

/* However long a built-in game takes: it is not given up. */
static void test_stuck(void **state)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_stuck stuck;
    assert_int_equal(zm_find_game(c, "chomp", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    v->game->start(v);
    assert_int_equal(zm_calls_so_far(), 0);
    assert_false(zm_stuck_find((int)syscall(SYS_gettid), 0, &stuck));
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_settings),
                                       cmocka_unit_test(test_utf8),
                                       cmocka_unit_test(test_limits),
                                       cmocka_unit_test(test_loopback),
                                       cmocka_unit_test(test_the_oldest_goes),
                                       cmocka_unit_test(test_one_address),
                                       cmocka_unit_test(test_requests_arrive_in_time),
                                       cmocka_unit_test(test_stuck)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) { return 0; } /* this build has no server */

#endif
