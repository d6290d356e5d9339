/* serve.h: games, their values and the page over HTTP. docs/serving.md has the routes and the limits. */
#ifndef ZM_SERVE_SERVE_H
#define ZM_SERVE_SERVE_H

#include <zermelo/base.h>

enum { ZM_SERVE_HOSTS = 16 };

typedef struct zm_serve_options {
    const char *tables;               /* folder; NULL: the usual one */
    const char *address;              /* to listen at: "127.0.0.1", "::1", "0.0.0.0" */
    unsigned port;                    /* 0: any that is free */
    const char *host[ZM_SERVE_HOSTS]; /* names it answers to besides its own */
    unsigned hosts;
    unsigned threads;     /* that answer; 0: as many as the machine has */
    uint64_t memory;      /* of a solve, and of all variants that are solved on the spot together */
    unsigned rate;        /* requests a second and address; 0: no limit at loopback, ZM_SERVE_RATE elsewhere */
    unsigned connections; /* at once; 0: ZM_SERVE_CONNECTIONS */
    unsigned solves;  /* in the background, at once; 0: none; ZM_SERVE_USUAL: ZM_SERVE_SOLVES at loopback, else none */
    uint64_t disk;    /* bytes that they may write; 0: no limit at loopback, ZM_SERVE_DISK elsewhere */
    uint64_t largest; /* places of a variant that may be solved */
    unsigned solve_seconds;  /* a solve may take */
    unsigned patience;       /* seconds any other answer may take */
    uint64_t request_memory; /* and its memory; 0: ZM_SERVE_REQUEST_MEMORY */
    unsigned header_seconds; /* a request may take to arrive; 0: ZM_SERVE_HEADER_SECONDS */
} zm_serve_options;

enum {
    ZM_SERVE_PORT = 8080,
    ZM_SERVE_RATE = 100,
    ZM_SERVE_CONNECTIONS = 1024,
    ZM_SERVE_SOLVES = 1,
    ZM_SERVE_SOLVE_SECONDS = 3600,
    ZM_SERVE_PATIENCE = 60,
    ZM_SERVE_HEADER_SECONDS = 10,
};
#define ZM_SERVE_USUAL UINT32_MAX
#define ZM_SERVE_REQUEST_MEMORY ((uint64_t)512 << 20)
#define ZM_SERVE_DISK ((uint64_t)8 << 30)
#define ZM_SERVE_LARGEST ((uint64_t)1 << 30)

typedef struct zm_server zm_server;

/* Listens and answers from here on, on threads of its own. ZM_BUSY: somebody else has the port. */
zm_status zm_server_open(zm_context *c, const zm_serve_options *o, zm_server **out);
const char *zm_server_url(const zm_server *s); /* "http://127.0.0.1:8080/" */
unsigned zm_server_port(const zm_server *s);
bool zm_server_loopback(const zm_server *s);                   /* only this machine can reach it */
const zm_serve_options *zm_server_options(const zm_server *s); /* with what is usual where nothing was said */
bool zm_server_page(const zm_server *s); /* does it have the page, or only what programs ask for? */
/* Looks after it until the context is stopped (zm_stop). */
void zm_server_run(zm_server *s, zm_context *c);
/* Ends solves that are under way (they go on when they are asked for again), and answers that are. */
void zm_server_close(zm_server *s);

#endif
