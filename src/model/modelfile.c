/* Model files; docs/modelfile.md describes them for other readers.
 *
 *     header | section table | sections, each at a multiple of 64 bytes
 *
 * Nothing in a file is believed before it is checked: sizes against the file, the
 * checksum over everything behind the header, then the content of each section. */
#include "model/model.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALIGN = 64, MAX_SECTIONS = 64, NAME_SIZE = 16 };

static const char magic[16] = "pleach model\r\n\x1a";

typedef struct header {
    char magic[16];
    uint32_t version;
    uint32_t n_sections;
    uint64_t size;     /* of the file */
    uint64_t checksum; /* of all that follows the header */
} header;

typedef struct section {
    char name[NAME_SIZE]; /* padded with zeros */
    uint64_t offset, size;
} section;

/* Four chains side by side, because one waits for its own multiplications. */
static uint64_t checksum(const unsigned char *p, size_t n)
{
    uint64_t lanes[4] = {1, 2, 3, 4}, word;
    size_t i = 0;
    for (; i + 32 <= n; i += 32)
        for (int k = 0; k < 4; k++) {
            memcpy(&word, p + i + 8 * k, 8);
            lanes[k] = (lanes[k] ^ word) * 0x9e3779b97f4a7c15u;
            lanes[k] ^= lanes[k] >> 32;
        }
    uint64_t h = pl_hash(p + i, n - i);
    for (int k = 0; k < 4; k++)
        h = pl_mix(h ^ lanes[k]);
    return h;
}

/* -- writing ------------------------------------------------------------------------ */

static void put_strings(const pl_intern *t, pl_str *out)
{
    for (uint32_t i = 0; i < t->n; i++)
        pl_str_put(out, t->at[i], strlen(t->at[i]) + 1);
}

static void put_labels(const pl_labelset *l, pl_str *out)
{
    for (uint32_t i = 0; i < l->entries.n; i++) {
        const pl_label *label = pl_labelset_at(l, i);
        pl_str_printf(out, "%d %u %u\n", (int)label->class, label->count, label->n_parts);
        for (uint32_t k = 0; k < label->n_parts; k++)
            pl_str_put(out, label->parts[k], strlen(label->parts[k]) + 1);
    }
}

static void put_actions(const pl_inventory *inv, pl_str *out)
{
    for (size_t i = 0; i < inv->actions.n; i++) {
        const pl_action *a = &inv->actions.at[i];
        pl_str_printf(out, "%s %u %d\n", inv->system->transitions[a->kind].name,
                      a->number, a->label != PL_NONE ? (int)a->label : -1);
    }
}

typedef struct file {
    pl_str bytes;
    section sections[MAX_SECTIONS];
    uint32_t n;
} file;

static void add_section(file *f, const char *name, const void *bytes, size_t n)
{
    pl_str_fill(&f->bytes, '\0', (ALIGN - f->bytes.n % ALIGN) % ALIGN);
    section *s = &f->sections[f->n++];
    memset(s, 0, sizeof *s);
    memcpy(s->name, name, strlen(name));
    s->offset = f->bytes.n;
    s->size = n;
    pl_str_put(&f->bytes, bytes, n);
}

static void build_file(const pl_model *m, file *f)
{
    pl_str text = {0};
    pl_str_fill(&f->bytes, '\0', sizeof(header) + 8 * sizeof(section));
    add_section(f, "about", pl_str_text(&m->about), m->about.n);
    add_section(f, "templates", pl_str_text(&m->templates.text), m->templates.text.n);
    add_section(f, "heads", pl_str_text(&m->head_rules), m->head_rules.n);
    put_labels(&m->deriver.labels, &text);
    add_section(f, "labels", pl_str_text(&text), text.n);
    pl_str_clear(&text);
    put_actions(&m->deriver.inventory, &text);
    add_section(f, "actions", pl_str_text(&text), text.n);
    pl_str_clear(&text);
    put_strings(&m->vocab.words, &text);
    add_section(f, "words", pl_str_text(&text), text.n);
    pl_str_clear(&text);
    put_strings(&m->vocab.tags, &text);
    add_section(f, "tags", pl_str_text(&text), text.n);
    add_section(f, "weights", m->weights, m->weights_size);
    pl_str_release(&text);
    memcpy(f->bytes.at + sizeof(header), f->sections, f->n * sizeof(section));
    header h = {.version = PL_MODEL_VERSION, .n_sections = f->n, .size = f->bytes.n};
    memcpy(h.magic, magic, sizeof magic);
    h.checksum = checksum((unsigned char *)f->bytes.at + sizeof h, f->bytes.n - sizeof h);
    memcpy(f->bytes.at, &h, sizeof h);
}

static int write_bytes(const char *path, const char *bytes, size_t n, pl_err *err)
{
    FILE *to = fopen(path, "wb");
    if (to == NULL)
        return pl_fail(err, "%s: %s", path, strerror(errno));
    bool ok = fwrite(bytes, 1, n, to) == n;
    ok = fclose(to) == 0 && ok;
    return ok ? 0 : pl_fail(err, "%s: %s", path, strerror(errno));
}

int pl_model_save(const pl_model *m, const char *path, pl_err *err)
{
    file f = {0};
    pl_str beside = {0};
    build_file(m, &f);
    pl_str_printf(&beside, "%s.part", path);
    int done = write_bytes(beside.at, f.bytes.at, f.bytes.n, err);
    if (done == 0 && rename(beside.at, path) != 0)
        done = pl_fail(err, "%s: %s", path, strerror(errno));
    if (done < 0)
        unlink(beside.at);
    pl_str_release(&beside);
    pl_str_release(&f.bytes);
    return done;
}

/* -- reading ------------------------------------------------------------------------ */

typedef struct loader {
    const char *name;
    const char *bytes;
    const section *sections;
    uint32_t n;
    pl_model *model;
    pl_err *err;
} loader;

static int damaged(const loader *l, const char *what)
{
    return pl_fail(l->err, "%s: the model is damaged: %s", l->name, what);
}

static bool find_section(const loader *l, const char *name, const char **bytes, size_t *n)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (strncmp(l->sections[i].name, name, NAME_SIZE) == 0) {
            *bytes = l->bytes + l->sections[i].offset;
            *n = l->sections[i].size;
            return true;
        }
    *bytes = "";
    *n = 0;
    return false;
}

static int check_file(loader *l, size_t size)
{
    header h;
    if (size < sizeof h)
        return pl_fail(l->err, "%s: not a model of pleach (too short)", l->name);
    memcpy(&h, l->bytes, sizeof h);
    if (memcmp(h.magic, magic, sizeof magic) != 0)
        return pl_fail(l->err, "%s: not a model of pleach", l->name);
    if (h.version > PL_MODEL_VERSION)
        return pl_fail(l->err,
                       "%s: the model has version %u, this program reads up to %u: a "
                       "newer pleach is needed",
                       l->name, h.version, PL_MODEL_VERSION);
    if (h.version != PL_MODEL_VERSION)
        return damaged(l, "there is no such version");
    if (h.size != size)
        return pl_fail(l->err,
                       "%s: the model has %zu bytes and should have %llu: it was cut "
                       "off or changed",
                       l->name, size, (unsigned long long)h.size);
    if (h.n_sections > MAX_SECTIONS || sizeof h + h.n_sections * sizeof(section) > size)
        return damaged(l, "too many sections");
    if (checksum((const unsigned char *)l->bytes + sizeof h, size - sizeof h) !=
        h.checksum)
        return damaged(l, "the checksum is wrong");
    l->sections = (const section *)(l->bytes + sizeof h);
    l->n = h.n_sections;
    for (uint32_t i = 0; i < l->n; i++)
        if (l->sections[i].offset % ALIGN != 0 || l->sections[i].offset > size ||
            l->sections[i].size > size - l->sections[i].offset)
            return damaged(l, "a section lies outside the file");
    return 0;
}

/* Strings that end in NUL, added in their order. */
static int get_strings(loader *l, const char *section, pl_intern *to)
{
    const char *at;
    size_t n;
    if (!find_section(l, section, &at, &n) || n == 0 || at[n - 1] != '\0')
        return damaged(l, section);
    for (const char *end = at + n; at < end; at += strlen(at) + 1)
        if (pl_intern_find(to, at) != PL_NONE)
            return damaged(l, "a word stands in it twice");
        else
            pl_intern_add(to, at);
    return 0;
}

/* One label: a line "CLASS COUNT PARTS", then the parts, each ending in NUL. */
static const char *get_label(loader *l, const char *at, const char *end)
{
    unsigned class, count, n_parts;
    const char *parts[64];
    const char *line = memchr(at, '\n', (size_t)(end - at));
    if (line == NULL || line - at > 60 ||
        sscanf(at, "%u %u %u", &class, &count, &n_parts) != 3 || class > PL_LABEL_AXIOM ||
        n_parts == 0 || n_parts > 64)
        return NULL;
    at = line + 1;
    for (unsigned i = 0; i < n_parts; i++) {
        const char *nul = at < end ? memchr(at, '\0', (size_t)(end - at)) : NULL;
        if (nul == NULL)
            return NULL;
        parts[i] = at;
        at = nul + 1;
    }
    pl_labelset *labels = &l->model->deriver.labels;
    size_t before = labels->entries.n;
    uint32_t id = pl_labelset_add(labels, parts, n_parts, class == PL_LABEL_TEMPORARY);
    if (id != before)
        return NULL;
    labels->entries.at[id].class = (pl_label_class) class;
    labels->entries.at[id].count = count;
    return at;
}

static int get_labels(loader *l)
{
    const char *at;
    size_t n;
    find_section(l, "labels", &at, &n);
    for (const char *end = at + n; at < end;)
        if ((at = get_label(l, at, end)) == NULL)
            return damaged(l, "labels");
    return 0;
}

static int get_action(loader *l, const char *line)
{
    pl_inventory *inv = &l->model->deriver.inventory;
    char name[32];
    unsigned number;
    int label;
    if (sscanf(line, "%31s %u %d", name, &number, &label) != 3 || number > UINT16_MAX ||
        label < -1 || label >= (int)inv->labels->entries.n)
        return damaged(l, "actions");
    uint16_t kind = 0;
    const pl_transition *rows = inv->system->transitions;
    while (rows[kind].name != NULL && strcmp(rows[kind].name, name) != 0)
        kind++;
    if (rows[kind].name == NULL || (rows[kind].takes == PL_TAKES_LABEL) != (label >= 0))
        return damaged(l, "actions");
    pl_action a = {kind, (uint16_t)number, label >= 0 ? (uint32_t)label : PL_NONE};
    pl_inventory_add(inv, a);
    return 0;
}

static int get_actions(loader *l)
{
    pl_inventory *inv = &l->model->deriver.inventory;
    const char *bytes;
    size_t n;
    find_section(l, "actions", &bytes, &n);
    char *text = pl_strndup(bytes, n), *rest = NULL;
    int status = 0;
    size_t n_lines = 0;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && status == 0;
         line = strtok_r(NULL, "\n", &rest)) {
        status = n_lines++ < PL_MAX_ACTIONS ? get_action(l, line)
                                            : damaged(l, "too many actions");
    }
    free(text);
    if (status < 0)
        return -1;
    pl_actions as_written = inv->actions;
    inv->actions = (pl_actions){0};
    for (size_t i = 0; i < as_written.n; i++)
        PL_PUSH(&inv->actions, as_written.at[i]);
    inv->system->close(inv);
    pl_inventory_finish(inv);
    bool same = inv->actions.n == as_written.n && as_written.n == n_lines;
    for (size_t i = 0; same && i < as_written.n; i++)
        same = inv->actions.at[i].kind == as_written.at[i].kind &&
               inv->actions.at[i].label == as_written.at[i].label &&
               inv->actions.at[i].number == as_written.at[i].number;
    PL_VEC_RELEASE(&as_written);
    return same ? 0 : damaged(l, "the actions are not complete or not in order");
}

static void get_text(const loader *l, const char *name, pl_str *out)
{
    const char *bytes;
    size_t n;
    find_section(l, name, &bytes, &n);
    pl_str_put(out, bytes, strnlen(bytes, n));
}

static int get_templates(loader *l)
{
    pl_model *m = l->model;
    pl_str text = {0};
    get_text(l, "templates", &text);
    int got =
        strstr(pl_str_text(&text), "include") != NULL
            ? damaged(l, "templates")
            : pl_templates_parse(&m->templates, l->name, pl_str_text(&text), l->err);
    pl_str_release(&text);
    if (got < 0)
        return -1;
    if (m->templates.list.n == 0)
        return damaged(l, "no templates");
    pl_features_compile(&m->features, &m->templates);
    return 0;
}

static int get_vocab(loader *l)
{
    pl_model *m = l->model;
    pl_str unknown = {0};
    pl_model_get(m, "unknown", &unknown);
    int mode = 0;
    while (mode < PL_N_UNKNOWN &&
           strcmp(pl_str_text(&unknown), pl_unknown_names[mode]) != 0)
        mode++;
    pl_str_release(&unknown);
    if (mode == PL_N_UNKNOWN)
        return damaged(l, "no such treatment of unknown words");
    m->vocab.unknown = (pl_unknown)mode;
    return get_strings(l, "words", &m->vocab.words) == 0 &&
                   get_strings(l, "tags", &m->vocab.tags) == 0
               ? 0
               : -1;
}

static int get_model(loader *l)
{
    pl_str about = {0}, name = {0};
    get_text(l, "about", &about);
    pl_model *m = l->model = pl_model_new(pl_systems[0]);
    m->about = about;
    pl_model_get(m, "system", &name);
    const pl_system *system = pl_system_find(pl_str_text(&name));
    if (system == NULL) {
        pl_fail(l->err, "%s: there is no transition system '%s' in this program", l->name,
                pl_str_text(&name));
        pl_str_release(&name);
        return -1;
    }
    pl_str_release(&name);
    pl_deriver_start(&m->deriver, system);
    m->deriver.style.artificial_root = pl_model_number(m, "artificial-root", 0) != 0;
    m->deriver.roots.virtual_root = pl_model_number(m, "virtual-root", 0) != 0;
    get_text(l, "heads", &m->head_rules);
    if (get_labels(l) < 0 || get_actions(l) < 0 || get_templates(l) < 0 ||
        get_vocab(l) < 0)
        return -1;
    const char *weights;
    find_section(l, "weights", &weights, &m->weights_size);
    m->weights = weights;
    pl_err why;
    if (pl_compact_check(weights, m->weights_size,
                         (uint32_t)m->deriver.inventory.actions.n, &why) < 0)
        return damaged(l, why.text);
    return 0;
}

pl_model *pl_model_from_memory(const char *name, const void *bytes, size_t n, pl_err *err)
{
    loader l = {.name = name, .bytes = bytes, .err = err};
    if (check_file(&l, n) == 0 && get_model(&l) == 0)
        return l.model;
    pl_model_free(l.model);
    return NULL;
}

pl_model *pl_model_open(const char *path, pl_err *err)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0) {
        pl_fail(err, "%s: %s", path,
                fd < 0 ? strerror(errno) : "not a model of pleach (empty or not a file)");
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    size_t n = (size_t)st.st_size;
    void *bytes = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (bytes == MAP_FAILED) {
        pl_fail(err, "%s: %s", path, strerror(errno));
        return NULL;
    }
    pl_model *m = pl_model_from_memory(path, bytes, n, err);
    if (m == NULL) {
        munmap(bytes, n);
        return NULL;
    }
    m->mapped = bytes;
    m->mapped_size = n;
    return m;
}
