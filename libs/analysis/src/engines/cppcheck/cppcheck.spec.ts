import { cppcheckTools } from '../../catalogue/programs/cppcheck';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runWithMadeUpPrograms } from '../../../test/made-up-program';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';
import { missingRequirement } from '../runtime/missing-requirement';
import { engine } from './cppcheck.engine';
import { boundsRule } from './out-of-bounds';
import { ruleOf } from './rule-ids';

const profile = profileOf('cppcheck');
const tool = cppcheckTools[0]!;
const missing = missingRequirement(profile);
const flawed = 'int one(void) {\n    int list[2] = {0};\n    return list[2];\n}\n';

(missing === undefined ? describe : describe.skip)(`with the program (${missing ?? 'it is there'})`, () => {
  describeToolSamples(profile, cppcheckTools);

  describeHostileFiles(profile, {
    tools: cppcheckTools,
    extension: '.c',
    flawed,
    malformed: 'int main( { return (((',
    longLine: `int f(int a) { return 0${'+ a'.repeat(700_000)}; }`,
    deep: `int f(int a) { return ${'('.repeat(3_000)}a${')'.repeat(3_000)}; }`,
  });

  it('lets no comment, option or file of the target hide a finding', async () => {
    const run = await runOn(profile, cppcheckTools, {
      'a.c': flawed.replace('return', '// cppcheck-suppress arrayIndexOutOfBounds\n    return'),
      'b.c': `// cppcheck-suppress-file arrayIndexOutOfBounds\n${flawed}`,
      'c.c': `#include "size.h"\n#line 1 "other.c"\n# 7 "a.c"\n${flawed.replace('list[2] =', 'list[SIZE] =')}`,
      'd.c': `/* */ #line 1 "other.c"\n${flawed}`,
      'e.c': `#file "other.c"\n${flawed}#endfile\n`,
      'f.c': `\v#line 1 "other.c"\n#/* */line 7\n${flawed}`,
      'size.h': '#define SIZE 2\n',
      'cppcheck.cfg': '{"suppressions": ["*"]}',
      'suppressions.txt': '*',
      'project.cppcheck': '<project><suppressions><suppression>*</suppression></suppressions></project>',
      '--version.c': flawed,
      'a*.c': flawed,
      'a\\"b.c': flawed,
    });
    expect([...run.found].sort()).toEqual([
      '--version.c:3 out-of-bounds-read',
      'a*.c:3 out-of-bounds-read',
      'a.c:4 out-of-bounds-read',
      'a\\"b.c:3 out-of-bounds-read',
      'b.c:4 out-of-bounds-read',
      'c.c:6 out-of-bounds-read',
      'd.c:4 out-of-bounds-read',
      'e.c:4 out-of-bounds-read',
      'f.c:5 out-of-bounds-read',
    ]);
  });

  it('reads headers of the target, and reports what is wrong in one once', async () => {
    const run = await runOn(profile, cppcheckTools, {
      'list.h': `#define SIZE 2\nstatic ${flawed}`,
      'a.c': '#include "list.h"\nint two(void) { int list[SIZE] = {0}; return list[SIZE]; }\n',
      'b.c': '#include "list.h"\nint three(void) { return one(); }\n',
    });
    expect([...run.found].sort()).toEqual(['a.c:2 out-of-bounds-read', 'list.h:4 out-of-bounds-read']);
  });
});

/** A program that prints its version, or writes this report. */
const writing = (report: string, then = ''): string => `
  const output = process.argv.find((each) => each.startsWith('--output-file='));
  if (output === undefined) console.log('Cppcheck 9.8.7');
  else {
    const place = 'file="' + process.argv.at(-1) + '" line="2" column="3"';
    require('node:fs').writeFileSync(output.slice(14), ${JSON.stringify(report)}.replaceAll('PLACE', place));
    ${then}
  }`;

const found = (id: string, severity: string, message: string) =>
  `<error id="${id}" severity="${severity}" msg="${message}"><location PLACE/><location file="b.c" line="9"/></error>`;
const report = (...errors: readonly string[]) =>
  `<?xml version="1.0"?><results version="2"><errors>${errors.join('')}</errors></results>`;
const run = (cppcheck: string, tree = { 'a.c': 'int a;\nint b;\n' }) =>
  runWithMadeUpPrograms(engine, tool, { cppcheck }, tree);

describe('what Cppcheck answers', () => {
  it('becomes findings of the rules of the table, each once', async () => {
    const leak = found('memleak', 'error', 'Memory leak: &quot;a&quot;');
    expect(await run(writing(report(leak, leak, found('zerodiv', 'error', 'Division'))))).toEqual({
      engine: 'Cppcheck 9.8.7',
      outcome: 'completed',
      unreadable: [],
      findings: [
        { rule: 'division-by-zero', file: 'a.c', line: 2, column: 3, message: 'Division' },
        { rule: 'memory-leak', file: 'a.c', line: 2, column: 3, message: 'Memory leak: "a"' },
      ],
    });
  });

  it('loses no check of a later version', async () =>
    expect((await run(writing(report(found('newCheck', 'error', 'New'))))).findings).toEqual([
      { rule: 'other-error', file: 'a.c', line: 2, column: 3, message: 'New (newCheck)' },
    ]));

  it('is no finding where it is about how it ran, or not sure', async () => {
    const unsure = found('memleak', 'error', 'Leak').replace('<error', '<error inconclusive="true"');
    const answer = report(found('toomanyconfigs', 'information', 'Too many'), unsure);
    expect(await run(writing(answer))).toMatchObject({ findings: [], unreadable: [], outcome: 'completed' });
  });

  it('names a file that it could not read, and keeps what it found there before', async () => {
    const answer = report(found('memleak', 'error', 'Leak'), found('syntaxError', 'error', 'syntax error'));
    expect(await run(writing(answer))).toMatchObject({
      findings: [{ rule: 'memory-leak' }],
      unreadable: ['a.c: line 2: syntax error'],
      outcome: 'completed',
    });
  });

  it.each([
    ['is cut off', writing(report(found('memleak', 'error', 'Leak')).slice(0, 100)), /is no XML/],
    ['is empty', writing(''), /no whole report/],
    ['is something else', writing('<html></html>'), /no whole report/],
    ['is no text of XML', writing('cppcheck: error'), /is no XML/],
    ['is missing', writing('', "process.exit(require('node:fs').rmSync(output.slice(14)) ?? 0)"), /ENOENT/],
    [
      'is an error of the program',
      writing('', "console.error('unknown option'); process.exit(1)"),
      /code 1: unknown option/,
    ],
  ])('fails the tool where it %s', async (_, cppcheck, reason) =>
    expect(await run(cppcheck)).toMatchObject({ findings: [], outcome: expect.stringMatching(reason) as string }),
  );

  it('costs one file where the program dies on it', async () => {
    const dying = writing(report(), "if (process.argv.at(-1).endsWith('a.c')) process.kill(process.pid, 'SIGSEGV')");
    expect(await run(dying, { 'a.c': 'int a;\n', 'b.c': 'int b;\n' } as never)).toMatchObject({
      unreadable: ['a.c: cppcheck was ended by SIGSEGV on this file'],
      outcome: 'completed',
    });
  });

  it('fails the tool where there is no program', () =>
    expect(runWithMadeUpPrograms(engine, tool, {}, {})).rejects.toThrow('cppcheck is not installed here'));
});

describe('the rule for a name of Cppcheck', () => {
  it.each([
    ['uninitvar', 'error', 'Uninitialized variable: a', 'uninitialized-variable'],
    ['uninitvar', 'warning', 'Uninitialized variable: a', 'possibly-uninitialized'],
    ['uninitvar', 'error', 'Uninitialized variables: &a.b', 'possibly-uninitialized'],
    ['nullPointer', 'warning', 'Possible null pointer dereference: a', 'null-check-after-use'],
    ['getsCalled', 'warning', 'Obsolete', 'obsolete-function'],
    ['somethingNew', 'portability', 'New', 'other-portability'],
    ['variableScope', 'style', 'The scope', undefined],
    ['internalError', 'error', 'Broken', undefined],
  ])('%s (%s) %s: %s', (id, severity, message, rule) => expect(ruleOf(id, severity, message)).toBe(rule));

  it.each([
    ['a[2] = 1;', 2, 'out-of-bounds-write'],
    ['a[b[1]] += 1;', 2, 'out-of-bounds-write'],
    ['a[2][3]++;', 2, 'out-of-bounds-write'],
    ['if (a[2] == 1) {', 6, 'out-of-bounds-read'],
    ['a[2', 2, 'out-of-bounds-read'],
    ['', 0, 'out-of-bounds-read'],
  ])('outside of an array, %j: %s %s', (line, column, rule) =>
    expect(boundsRule('arrayIndexOutOfBounds', line, column)).toBe(rule),
  );
});
