/* The parts of the server that can be tried without one: settings out of addresses, UTF-8, how often an address may ask. */
#include "unit.h"

#ifdef ZERMELO_SERVE

#include "serve/utf8.h"
#include "serve/variants.h"

#include <arpa/inet.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_settings), cmocka_unit_test(test_utf8),
                                       cmocka_unit_test(test_limits), cmocka_unit_test(test_loopback)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) { return 0; } /* this build has no server */

#endif
