import { runOn } from '../../../../test/run-on';
import { flowTools } from '../../../catalogue/flow';
import { profileOf } from '../../engine-table';

async function found(text: string, file = 'a.c'): Promise<string[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool('c-data-flow');
  return findings.map(({ rule, line }) => `${line} ${rule}`);
}

/** The body of a function that gets a number, a pointer and a text. */
const inFunction = (body: string) =>
  found(
    'struct s { struct s *next; char *text; int size; }; void other(struct s *p);\n' +
      `int f(int n, struct s *p, const char *text) { ${body} }\n`,
  );

describe('what a function does on one of its ways', () => {
  it.each([
    ['released on one way, and used', 'if (n) free(p); return p->size;', ['2 use-after-free']],
    ['released on one way, and used on the other', 'if (n) free(p); return n ? 0 : p->size;', []],
    ['released on one way, and left', 'if (n) { free(p); return 0; } return p->size;', []],
    ['released under another name', 'struct s *q = p; free(q); return p->size;', ['2 use-after-free']],
    ['released and set anew', 'free(p); p = calloc(1, 32); if (!p) return 0; n = p->size; free(p); return n;', []],
    ['a field released twice', 'free(p->text); if (n) free(p->text); free(p); return 0;', ['2 double-free']],
    ['a field that somebody else may set', 'free(p->text); other(p); free(p->text); return 0;', []],
    [
      'a flag that says what was released',
      'int gone = 0; if (n) { free(p); gone = 1; } return gone ? 0 : p->size;',
      [],
    ],
    ['NULL under the name that was asked for', 'if (p == NULL) n = 1; return p->size;', ['2 null-dereference']],
    ['NULL where a call may not come back', 'if (p == NULL) other(p); return p->size;', []],
    ['the head of a list', 'struct s *q; for (q = p; q; q = q->next) n++; q = p; return q->size;', []],
    [
      'the end of a list',
      'struct s *q; for (q = p; q && q->size; q = q->next) n++; return q->size;',
      ['2 null-dereference'],
    ],
    [
      'a switch with labels that are compiled for some',
      'if (!p) { switch (n) { default: return 2; case A:\n#ifdef B\ncase B:\n#endif\nreturn 4; } } return p->size;',
      [],
    ],
    ['asked for too late', 'n = p->size; if (p == NULL) return 0; return n;', ['2 checked-after-use']],
    ['asserted too late', 'n = p->size; assert(p != NULL); return n;', []],
    ['the address of a variable', 'int x = n; other(&x); return &x;', ['2 stack-address']],
    ['the address of a variable that stays', 'static int x = 0; other(&x); return &x;', []],
    ['the address of a thing that stays', 'static struct s x = { 0 }; other(&x); return &x;', []],
    ['the address of a field', 'int *size = &p->size; if (p == NULL) return 0; return *size;', []],
    ['a number that no branch sets', 'int x; if (n) x = 1; return x;', ['2 uninitialised-use']],
    ['a number that one half of a condition sets', 'int x; if (has && n && (x = make(n))) return x; return 0;', []],
    ['a number that a call sets', 'time_t x; time(&x); return x > n;', []],
    [
      'a number that each case of an enumeration sets',
      'int x; switch (n) { case ONE: make(&x); break; case TWO: make(&x); break; } return x;',
      [],
    ],
    [
      'a number that cases of some numbers set',
      'int x; switch (n) { case 1: make(&x); break; case 2: make(&x); break; } return x;',
      ['2 uninitialised-use'],
    ],
    ['a number that each branch sets', 'int x; if (n) x = 1; else x = 2; return x;', []],
    ['a number that is set where it is used', 'int x; if (n) x = 1; return n ? x : 0;', []],
    ['a number that a loop sets', 'int x; for (int i = 0; i < n; i++) x = i; return x;', []],
    ['a number whose address is handed on', 'int x; if (scanf("%d", &x) != 1) return 0; return x;', []],
    [
      'a branch that the grammar cannot read',
      'int x; if (n) x = 1;\n#ifdef A\nelse if (p) x = 2;\n#endif\nelse return 0; return x;',
      [],
    ],
    ['a released pointer that is returned', 'free(p); return p;', ['2 use-after-free']],
    ['a released pointer that is compared', 'free(p); p = NULL; return p;', []],
    [
      'a text that may be nothing, compared',
      'const char *a = getenv("A"); if (strcmp(a, text) == 0) n = 1; return n;',
      ['2 unchecked-result'],
    ],
    [
      'a part of a text that may be nothing',
      'const char *a = getenv("A"); if (!a) return 0; return strncmp(a, text, 2) == 0;',
      [],
    ],
    [
      'texts that are equal and pointers that are not',
      'char *a = strdup(text); if (!a) return 1; n = 0; ' +
        'if (strcmp(a, text) == 0) { free(a); return text[0]; } free(a); return n;',
      [],
    ],
    [
      'a text that is not two texts at once',
      'if (strcmp(text, "a") == 0) n = p->size; if (strcmp(text, "b") == 0 && !p) return 1; return n;',
      [],
    ],
    [
      'memory that realloc may not have given',
      'int *a = realloc(p->text, n); a[0] = n; p->text = (char *)a; return 0;',
      ['2 unchecked-allocation'],
    ],
    [
      'memory that realloc has given',
      'int *a = realloc(p->text, n); if (!a) return 1; a[0] = n; p->text = (char *)a; return 0;',
      [],
    ],
    [
      'a length that is -1 where nothing was read',
      'char a[64]; ssize_t got = read(n, a, 64); if (got > 32) return 1; memcpy(p, a, got); return 0;',
      ['2 signed-size'],
    ],
    [
      'a length that was compared with 0',
      'char a[64]; ssize_t got = read(n, a, 64); if (got <= 0) return 1; memcpy(p, a, got); return 0;',
      [],
    ],
    [
      'a length that is what was asked for',
      'char a[64]; ssize_t got = read(n, a, 64); if (got != p->size) return 1; memcpy(p, a, got); return 0;',
      [],
    ],
    [
      'a place that a flag of a loop tells to be there',
      'char a[64]; int ok = 0; ssize_t got; while (!ok) { got = read(n, a, 63); if (got < 0) break; ' +
        'if (got < 9) { ok = 1; break; } } if (ok) a[got] = 0; return a[0];',
      [],
    ],
    [
      'a place that is -1 where nothing was read',
      'char a[64]; ssize_t got = read(n, a, 63); a[got] = 0; return a[0];',
      ['2 signed-index'],
    ],
    ['a pointer that a single & follows', 'return (p != NULL) & (p->size > 1);', ['2 null-dereference']],
    ['a pointer that && follows', 'return (p != NULL) && (p->size > 1);', []],
    [
      'memory that is lost',
      'char *a = malloc(8); if (!a) return 1; if (n) return 2; free(a); return 0;',
      ['2 memory-leak'],
    ],
    ['memory that somebody keeps', 'struct s *a = malloc(32); if (!a) return 1; p->next = a; return 0;', []],
    ['memory that is not there', 'char *a = malloc(8); if (a) free(a); return 0;', []],
    [
      'a file that is lost',
      'int fd = open(text, 0); if (fd < 0) return 1; if (n) return 2; close(fd); return 0;',
      ['2 resource-leak'],
    ],
    ['a place behind the end', 'if (n > 16) return 0; char a[16]; a[n] = 0; return a[0];', ['2 stack-buffer-overflow']],
    ['a place before the end', 'if (n >= 16) return 0; char a[16]; a[n] = 0; return a[0];', []],
    ['a text without an end', 'char a[8]; if (read(n, a, 8) < 0) return 0; return atoi(a);', ['2 unended-text']],
    ['a text whose end is written', 'char a[8] = {0}; if (read(n, a, 7) < 0) return 0; return atoi(a);', []],
  ])('%s', async (_, body, expected) => {
    expect(await inFunction(body)).toEqual(expected);
  });

  it('is known to its callers', async () => {
    const drop = 'static void drop(char *a) { if (a) free(a); }\nstatic void look(char *a) { a[0] = 1; }\n';
    const using = (call: string) =>
      found(`${drop}int f(void) {\n  char *a = calloc(1, 8);\n  if (!a) return 0;\n  ${call}\n}\n`);
    expect(await using('drop(a); return a[0];')).toEqual(['6 use-after-free']);
    expect(await using('look(a); return 0;')).toEqual(['6 memory-leak']);
    expect(await using('look(a); drop(a); return 0;')).toEqual([]);
  });

  it('is told of members that one method makes and another one releases', async () => {
    const type = (made: string) => `class A {\n A() : a(${made}) {}\n ~A() { delete a; }\n int *a;\n};\n`;
    expect(await found(type('new int[4]'), 'a.cpp')).toEqual(['3 mismatched-release']);
    expect(await found(type('new int(4)'), 'a.cpp')).toEqual([]);
  });

  it('is given up where it nests too deep, and named', async () => {
    const deep = `int f(int n) { ${'if (n) { n = n + 1; '.repeat(160)}${'}'.repeat(160)} return n; }\n`;
    const outcome = await runOn(profileOf('flow'), flowTools, { 'a.c': deep });
    expect(outcome.tool('c-data-flow').unreadable).toEqual([expect.objectContaining({ file: 'a.c' })]);
  });
});

it('takes a variable of a condition of C++ for set', async () => {
  const body = (condition: string) => `int g(int);\nint f(int n) {\n  ${condition} return x;\n  return 0;\n}\n`;
  expect(await found(body('if (int x = g(n))'), 'a.cc')).toEqual([]);
  expect(await found(body('int x; if (n)'), 'a.cc')).toEqual(['3 uninitialised-use']);
});

it('knows no end of an array whose length stands elsewhere', async () => {
  const text = (length: string) =>
    `struct l { int count; char *names[${length}]; };\nextern char table[${length}];\n` +
    'char f(void) { return table[2]; }\nvoid g(struct l *l, int n) { l->names[n] = 0; l->names[1] = 0; }\n';
  expect(await found(text(''))).toEqual([]);
  expect(await found(text('0'))).toEqual([]);
});

/** The same with the severity where it is not that of the rule. */
async function weighed(text: string, file = 'a.c'): Promise<string[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool('c-data-flow');
  return findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as told'}`);
}

describe('how much a copy reads', () => {
  it.each([
    [
      'more than the array has',
      'char a[50], b[100]; memset(a, 1, 50); memcpy(b, a, 100); other(b);',
      ['2 out-of-bounds-read'],
    ],
    ['as much as the array has', 'char a[50], b[100]; memset(a, 1, 50); memcpy(b, a, 50); other(b);', []],
    ['of a text that is shorter', 'char a[8] = "a", b[8]; strncpy(b, a, 8); other(b);', []],
  ])('%s', async (_, body, expected) => {
    expect(await found(`void other(char *p);\nvoid f(void) { ${body} }\n`)).toEqual(expected);
  });

  it('as much as somebody says who is not asked', async () => {
    const text = `char *f(int fd) {
  char in[64]; unsigned long size; char *out;
  if (recv(fd, &size, sizeof size, 0) <= 0) return 0;
  if (size > 4096) return 0;
  out = make(size);
  memcpy(out, in, size);
  return out;
}
`;
    expect(await found(text.replace('4096', '64'))).toEqual([]);
    expect(await found(text.replace(/ {2}if \(size.*\n/, ''))).toEqual(['5 out-of-bounds-read']);
  });
});

describe('what is used after it was released', () => {
  const within = (body: string) =>
    weighed(`struct s { int size; struct s *next; };\nint f(int n, struct s *p) { ${body} }\n`);

  it.each([
    ['as grave as the rule says on a way with no branch', 'free(p); return p->size;', ['use-after-free as told']],
    ['as grave within a branch behind it', 'free(p); if (n) return p->size; return 0;', ['use-after-free as told']],
    ['less grave on one way of several', 'if (n) free(p); return p->size;', ['use-after-free medium']],
    [
      'less grave in another round of a loop',
      'for (n = 0; n < 9; n++) { if (p->size > n) { free(p); } } return 0;',
      ['use-after-free medium'],
    ],
    ['less grave under another name', 'struct s *q = p; free(q); return p->size;', ['use-after-free medium']],
    ['less grave where it is a number that was closed', 'close(n); close(n); return 0;', ['use-after-close medium']],
    ['nothing where the number of what was closed is told', 'close(n); printf("%d", n); report(n); return 0;', []],
  ])('is %s', async (_, body, all) => {
    const told = await within(body);
    expect(told.toSorted()).toEqual(all.toSorted());
  });

  it('is less grave where another function has released it', async () => {
    const text =
      'struct s { int size; };\nstatic void drop(struct s *p) { free(p); }\n' +
      'int f(struct s *p) { drop(p); return p->size; }\n';
    expect(await weighed(text)).toEqual(['use-after-free medium']);
  });
});

describe('a function that ends the program', () => {
  const use = 'struct s { int size; };\nint f(int n, struct s *p) { if (n) { free(p); END; } return p->size; }\n';
  const ending = (call: string, before = '') => found(`${before}\n${use.replace('END', call)}`);

  it.each([
    ['a function of the library', 'exit(1)', ''],
    ['what is so called', 'die("no")', ''],
    ['a message of the gravest level', 'msg(M_FATAL, "no")', ''],
    ['the same among others', 'msg(M_FATAL | M_ERRNO, "no")', ''],
    ['a level that contains it', 'msg(M_ERR, "no")', '#define M_ERR (M_FATAL | M_ERRNO)'],
    ['a declaration with an attribute', 'stop(2)', 'void stop(int) __attribute__((noreturn));'],
    ['a declaration of C11', 'stop(2)', '_Noreturn void stop(int);'],
    ['a macro', 'stop("no")', '#define stop(text) do { puts(text); exit(1); } while (0)'],
    ['a macro of expressions', 'stop("no")', '#define stop(...) (printf(__VA_ARGS__), abort())'],
    [
      'a macro of a function that does',
      'stop("no")',
      'void end(int, ...) __attribute__((noreturn));\n#define stop(...) end(1, __VA_ARGS__)',
    ],
    ['an own function that does', 'stop()', 'static void stop(void) { puts("no"); exit(1); }'],
    ['an own function that writes such a message', 'stop()', 'static void stop(void) { msg(M_FATAL, "no"); }'],
  ])('is known: %s', async (_, call, before) => {
    expect(await ending(call, before)).toEqual([]);
  });

  it.each([
    ['a message of another level', 'msg(M_WARN, "no")', ''],
    ['a level that is set', 'set_log_level(LOG_FATAL)', ''],
    ['a macro under a condition', 'stop(n)', '#define stop(n) do { if (n > 3) exit(1); } while (0)'],
    ['an own function that does so at times', 'stop(n)', 'static void stop(int n) { if (n > 3) exit(1); }'],
  ])('is not: %s', async (_, call, before) => {
    const rules = (await ending(call, before)).map((each) => each.split(' ')[1]);
    expect(rules).toEqual(['use-after-free']);
  });
});

describe('memory in C++', () => {
  it.each([
    ['a text that is made of it', 'std::string text(p); delete[] p; return text.size();'],
    ['a text that gets it', 'std::string text; text = p; delete[] p; return text.at(0);'],
    ['a text that is written at it', 'auto text = std::string(p); delete[] p; return text.size();'],
  ])('is copied by %s', async (_, body) => {
    expect(await found(`int f() { char *p = new char[8]; read(0, p, 8); ${body} }\n`, 'a.cpp')).toEqual([]);
  });

  it('is not released when an error is handled that comes before', async () => {
    const tried = (last: string) =>
      `void f(int n) { char *p = nullptr; try { p = new char[n]; use(p); delete[] p; ${last} }\n` +
      'catch (...) { if (p) delete[] p; } }\n';
    expect(await found(tried(''), 'a.cpp')).toEqual([]);
    expect(await found(tried('use(nullptr);'), 'a.cpp')).toEqual(['2 double-free']);
  });

  it('is judged in a method by what holds where it is called', async () => {
    const text = (guard: string) =>
      'class Places {\n  int places[4];\n  int count = 0;\npublic:\n  bool canLeave() const { return count > 0; }\n' +
      '  void leave(int &to) { --count; to = places[count]; }\n};\n' +
      `void f(const char *text) { Places p; int to; while (*text++) { ${guard} p.leave(to); } }\n`;
    expect(await found(text("if (*text == '}' && p.canLeave())"), 'a.cpp')).toEqual([]);
  });
});

describe('what the preprocessor compiles', () => {
  const inBody = (body: string) => found(`#include <stdlib.h>\nint f(char *p, int n) {\n${body}\n}\n`);
  const RELEASE = 'free(p);';

  it.each([
    ['one of two branches', `#ifdef A\n${RELEASE}\n#else\n${RELEASE}\n#endif\nreturn 0;`],
    ['one of two conditions apart', `#ifdef A\n${RELEASE}\n#endif\n#ifndef A\n${RELEASE}\n#endif\nreturn 0;`],
    ['the same in other words', `#if defined(A)\n${RELEASE}\n#endif\n#if !defined A\n${RELEASE}\n#endif\nreturn 0;`],
    ['one end or the other', `#ifndef A\n${RELEASE}\n#endif\nn = 1;\n#ifdef A\nn = *p;\n${RELEASE}\n#endif\nreturn n;`],
    ['one of two numbers', `#if A > 1\n${RELEASE}\n#endif\n#if A > 1\n#else\nn = *p;\n#endif\nreturn n;`],
  ])('is not both: %s', async (_, body) => {
    expect(await inBody(body)).toEqual([]);
  });

  it.each([
    [
      'where both conditions hold',
      `#ifdef A\n${RELEASE}\n#endif\n#ifdef A\n${RELEASE}\n#endif\nreturn 0;`,
      '7 double-free',
    ],
    [
      'of conditions that are others',
      `#ifdef A\n${RELEASE}\n#endif\n#ifndef B\n${RELEASE}\n#endif\nreturn 0;`,
      '7 double-free',
    ],
    [
      'in the branch that is compiled',
      `#ifdef A\nn = 1;\n#else\n${RELEASE}\n#endif\n#ifndef A\n${RELEASE}\n#endif\nreturn n;`,
      '9 double-free',
    ],
    [
      'within one branch',
      `#ifdef A\n#else\n${RELEASE}\n${RELEASE}\n#endif\n#ifdef A\nn = 1;\n#endif\nreturn n;`,
      '6 double-free',
    ],
  ])('may release twice %s', async (_, body, expected) => {
    expect(await inBody(body)).toEqual([expected]);
  });
});

describe('memory that is made only where a variable does not suffice', () => {
  const inBody = (begin: string, end: string) =>
    found(
      '#include <stdlib.h>\nint use(char *p);\n' +
        `int f(size_t n) {\n  char room[64];\n  ${begin}\n  if (!p) return 1;\n  p[0] = 1;\n  ${end}\n}\n`,
    );
  const LATER = 'char *p = room; if (n > sizeof room) p = malloc(n);';
  const AT_ONCE = 'char *p = n > sizeof room ? malloc(n) : room;';

  it.each([
    ['made later', LATER, 'if (p != room) free(p); return 0;'],
    ['made at once', AT_ONCE, 'if (p != room) free(p); return 0;'],
    ['asked for the other way', LATER, 'if (room == p) return 0; free(p); return 0;'],
  ])('is released where it was made: %s', async (_, begin, end) => {
    expect(await inBody(begin, end)).toEqual([]);
  });

  it.each([
    ['is lost where nobody asks', LATER, 'return 0;', ['8 memory-leak']],
    ['is lost where the wrong one is asked for', LATER, 'if (p == room) return 1; return 0;', ['8 memory-leak']],
    ['is released once', LATER, 'if (p != room) free(p); if (p != room) free(p); return 0;', ['8 double-free']],
  ])('%s', async (_, begin, end, expected) => {
    expect(await inBody(begin, end)).toEqual(expected);
  });
});

describe('locks, files and casts', () => {
  const lock = 'pthread_mutex_lock(&m);';
  const unlock = 'pthread_mutex_unlock(&m);';

  it.each([
    ['a lock that one way keeps', `${lock} if (n) return 1; ${unlock} return 0;`, ['lock-kept']],
    ['a lock that each way gives back', `${lock} if (n) { ${unlock} return 1; } ${unlock} return 0;`, []],
    ['a lock that the caller gives back', `${lock} return 0;`, []],
    [
      'a file that was closed',
      'FILE *f = fopen("a", "r"); if (!f) return 0; fclose(f); return fgetc(f);',
      ['use-after-close'],
    ],
    [
      'a file whose variable gets another one',
      'FILE *f = fopen("a", "r"); if (!f) return 0; f = fopen("b", "r"); if (!f) return 0; fclose(f); return 0;',
      ['lost-handle'],
    ],
  ])('judges %s', async (_, body, expected) => {
    const rules = await found(`static pthread_mutex_t m;\nint g(int n) { ${body} }\n`);
    expect(rules.map((each) => each.split(' ')[1])).toEqual(expected);
  });

  it('follows what a cast of C++ gives only where somebody has looked', async () => {
    const casting = (check: string) => `struct A { virtual ~A() {} }; struct B : A { int size; };
int g(A *a) { B *b = dynamic_cast<B *>(a); ${check} return b->size; }
`;
    expect(await found(casting(''), 'a.cpp')).toEqual(['2 unchecked-result']);
    expect(await found(casting('if (!b) return 0;'), 'a.cpp')).toEqual([]);
  });
});
