import { runOn } from '../../../../test/run-on';
import { flowTools } from '../../../catalogue/flow';
import { profileOf } from '../../engine-table';

async function found(text: string, file = 'a.c'): Promise<string[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool('c-data-flow');
  return findings.map(({ rule }) => rule);
}

const inFunction = (body: string) =>
  found(
    'struct s { struct s *next; int size; }; static int known(void) { return 1; } void other(int n, void *p);\n' +
      `int f(int n, unsigned u, int *p, unsigned char *b, struct s *s, FILE *file) { ${body} }\n`,
  );

describe('what an expression of C says by itself', () => {
  it.each([
    ['a pointer that is scaled twice', 'return *(p + n * sizeof(int));', ['scaled-twice']],
    ['a struct that is scaled twice', 's += sizeof(*s); return s->size;', ['scaled-twice']],
    ['a pointer to bytes', 'return *(b + n * sizeof(int));', []],
    ['a pointer that is made one to bytes', 'return *(int *)((char *)p + n * sizeof(int));', []],
    ['a shift by as many bits as there are', 'return u << 32;', ['shift-too-far']],
    ['a shift of a byte, which is made an int', 'return b[0] << 24;', []],
    ['a shift of a wider number', 'unsigned long long w = u; return (w << 40) > 1;', []],
    ['a variable that is changed and used', 'n = n++ + 1; return n;', ['unordered-changes']],
    ['a variable that two arguments change', 'other(n++, p + n++); return n;', ['unordered-changes']],
    ['a variable that is changed after the question', 'return n++ && n > 2;', []],
    ['a place that moves on while another is written', 'p[n] = n + 1; n++; return n;', []],
    ['a function in place of its call', 'if (known) return 1; return 0;', ['function-as-condition']],
    ['a call', 'if (known()) return 1; return 0;', []],
    ['an address in the code', 'int *q = (int *)0x7fff0000; return *q;', ['fixed-address']],
    ['an address of a device', 'volatile int *q = (volatile int *)0x7fff0000; return *q;', []],
    ['a number as a struct', 'return ((struct s *)&n)->size;', ['cast-to-struct']],
    ['bytes as a struct', 'return ((struct s *)b)->size;', []],
  ])('%s', async (_, body, expected) => {
    expect(await inFunction(body)).toEqual(expected);
  });
});

describe('loops and cases', () => {
  it.each([
    ['never below 0', 'for (u = 9; u >= 0; u--) p[u] = 0; return 0;', ['endless-loop']],
    ['below 0 at last', 'for (n = 9; n >= 0; n--) p[n] = 0; return 0;', []],
    ['a byte below 256', 'for (unsigned char i = 0; i < 256; i++) p[i] = 0; return 0;', ['endless-loop']],
    ['away from the limit', 'for (int i = 0; i < n; i--) p[0] += 1; return 0;', ['endless-loop']],
    ['down until it wraps around', 'for (unsigned i = u - 1; i < u; i--) p[i] = 1; return 0;', []],
    ['nothing changes what is asked', 'while (n > 0) { p[0] += n; } return 0;', ['endless-loop']],
    ['a call gets its address', 'other(0, &n); while (n > 0) { known(); } return 0;', []],
    ['it is left', 'while (n > 0) { if (known()) break; } return 0;', []],
    ['a case that goes on', 'switch (n) { case 1: p[0] = 1; case 2: p[1] = 1; break; } return 0;', ['missing-break']],
    [
      'a case that says so',
      'switch (n) { case 1: p[0] = 1; /* falls through */ case 2: p[1] = 1; break; } return 0;',
      [],
    ],
    ['several labels', 'switch (n) { case 1: case 2: p[1] = 1; break; default: p[0] = 1; } return 0;', []],
  ])('%s', async (_, body, expected) => {
    expect(await inFunction(body)).toEqual(expected);
  });
});

describe('how results are checked', () => {
  it.each([
    ['a count below 0', 'size_t got = fread(b, 1, 9, file); if (got < 0) return 1; return 0;', ['wrong-check']],
    ['a count that is too small', 'size_t got = fread(b, 1, 9, file); if (got < 9) return 1; return 0;', []],
    [
      'a descriptor that is compared with 0',
      'int fd = socket(1, 2, 0); if (fd == 0) known(); return fd;',
      ['wrong-check'],
    ],
    [
      'a mapping that is compared with NULL',
      'p = mmap(0, 9, 1, 2, n, 0); if (mmap(0, 9, 1, 2, n, 0) == NULL) return 1; return 0;',
      ['wrong-check'],
    ],
    ['an error number below 0', 'if (pthread_create(0, 0, 0, 0) < 0) return 1; return 0;', ['wrong-check']],
    ['a function of the file with that name', 'if (known() < 0) return 1; return 0;', []],
    ['the end of a file in a char', 'char c; while ((c = getc(file)) != EOF) n++; return n;', ['wrong-check']],
    ['the end of a file in an int', 'int c; while ((c = getc(file)) != EOF) n++; return n;', []],
    ['-1 in an unsigned number', 'size_t got = read(n, b, 9); if (got <= 0) return 1; return 0;', ['wrong-check']],
    ['input that nobody looked at', 'int year; fscanf(file, "%d", &year); return year;', ['unchecked-input']],
    ['input with a value of its own', 'int year = 0; fscanf(file, "%d", &year); return year;', []],
    ['an assertion about input', 'long got = read(n, b, 9); assert(got > 0); return b[0];', ['assertion-on-input']],
    ['an assertion about the program', 'assert(p != NULL); return p[0];', []],
  ])('%s', async (_, body, expected) => {
    expect(await inFunction(body)).toEqual(expected);
  });

  it('finds what a function takes the address of a number for', async () => {
    const taking = (type: string) =>
      `static int size(void *p) { double *d = p; return *d > 1; }\nint f(${type} n) { return size(&n); }\n`;
    expect(await found(taking('int'))).toEqual(['type-confusion']);
    expect(await found(taking('double'))).toEqual([]);
  });
});

describe('a function of a hundred thousand lines', () => {
  const longFunction = (line: string, around = '') =>
    found(`${around}int f(int a) {\n${line.repeat(50_000)}return a;\n}\n`);

  it('is asked in each line what a variable was given', async () => {
    expect(await longFunction('if (a) b();\n', 'int b(void);\n')).toEqual([]);
  });

  it('has a case in each line', async () => {
    const cases = Array.from({ length: 20_000 }, (_, index) => `case ${index}: a = ${index}; break;`).join('\n');
    expect(await found(`int f(int a) {\nswitch (a) {\n${cases}\n}\nreturn a;\n}\n`)).toEqual([]);
  });
});
