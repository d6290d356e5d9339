/* symbols.c: see symbols.h.
 *
 * The dynamic linker only knows what a file exports. Static functions are in its section .symtab, which is not loaded:
 * so the file is mapped and searched, symbol by symbol. That takes microseconds for a plugin and milliseconds for a
 * program. An entry has the address that the function would have if the file were loaded at 0. */
#include "symbols.h"
#include "base/file.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

typedef struct symbols {
    const ElfW(Sym) * list;
    size_t count;
    const char *names;
    size_t name_bytes;
    bool fixed; /* the file is a program that is always loaded at the address it was linked for */
} symbols;

static bool is_within(const zm_mapped *m, uint64_t from, uint64_t bytes)
{
    return from <= m->bytes && bytes <= m->bytes - from;
}

static bool find_symbols(const zm_mapped *m, symbols *out)
{
    const ElfW(Ehdr) *head = (const void *)m->data;
    if (m->bytes < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) || head->e_shentsize != sizeof(ElfW(Shdr)) ||
        !is_within(m, head->e_shoff, (uint64_t)head->e_shnum * sizeof(ElfW(Shdr))))
        return false;
    const ElfW(Shdr) *section = (const void *)(m->data + head->e_shoff);
    for (unsigned i = 0; i < head->e_shnum; i++) {
        const ElfW(Shdr) *s = &section[i];
        if (s->sh_type != SHT_SYMTAB || s->sh_link >= head->e_shnum || !is_within(m, s->sh_offset, s->sh_size))
            continue;
        const ElfW(Shdr) *names = &section[s->sh_link];
        if (!is_within(m, names->sh_offset, names->sh_size) || !names->sh_size)
            continue;
        *out = (symbols){(const void *)(m->data + s->sh_offset), s->sh_size / sizeof(ElfW(Sym)),
                         (const char *)m->data + names->sh_offset, names->sh_size, head->e_type == ET_EXEC};
        return true;
    }
    return false;
}

/* Compilers add endings such as ".cold" to the names of parts. */
static bool is_word(const char *name)
{
    return *name && !strchr("0123456789", *name) &&
           !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")];
}

static bool name_in(const symbols *s, uintptr_t address, char out[ZM_SYMBOL_ROOM])
{
    for (size_t i = 0; i < s->count; i++) {
        const ElfW(Sym) *at = &s->list[i];
        if ((at->st_info & 15) != STT_FUNC || at->st_value != address || at->st_name >= s->name_bytes)
            continue;
        const char *name = s->names + at->st_name;
        const size_t room = s->name_bytes - at->st_name, length = strnlen(name, room);
        if (length == room || length >= ZM_SYMBOL_ROOM || !is_word(name))
            continue;
        memcpy(out, name, length + 1);
        return true;
    }
    return false;
}

bool zm_symbol_at(zm_context *c, uintptr_t function, char out[ZM_SYMBOL_ROOM])
{
    Dl_info where;
    zm_mapped file;
    symbols s;
    if (!dladdr((const void *)function, &where) || !where.dli_fname || zm_map_file(c, where.dli_fname, &file) != ZM_OK)
        return false;
    const bool found =
        find_symbols(&file, &s) && name_in(&s, function - (s.fixed ? 0 : (uintptr_t)where.dli_fbase), out);
    zm_unmap_file(&file);
    return found;
}
