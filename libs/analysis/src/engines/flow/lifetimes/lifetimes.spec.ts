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
    ['a number whose address is handed on', 'int x; scanf("%d", &x); return x;', []],
    [
      'a branch that the grammar cannot read',
      'int x; if (n) x = 1;\n#ifdef A\nelse if (p) x = 2;\n#endif\nelse return 0; return x;',
      [],
    ],
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
