import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutMisfires } from './misfires';

describe('the filter of misfires', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'assay-misfires-'))));
  afterEach(() => rmSync(root, { recursive: true }));
  const finding = (rule: string, file: string, line: number) => ({ rule, file, line, message: '' });

  it('gives the test of a rule the line, the line before and the file', () => {
    writeFileSync(join(root, 'a.js'), 'one\r\ntwo\nthree');
    const asked: unknown[] = [];
    const isTrue = withoutMisfires(root, { rule: (place) => asked.push(place) > 0 });
    expect([1, 2, 9].map((line) => isTrue(finding('rule', 'a.js', line)))).toEqual([false, false, false]);
    expect(asked).toEqual([
      {
        file: 'a.js',
        line: 'one',
        before: '',
        here: 'one',
        ahead: '',
        text: 'one\ntwo\nthree',
        tag: 'one two three',
        block: 'one\ntwo\nthree',
        afterBlock: '',
        message: '',
      },
      {
        file: 'a.js',
        line: 'two',
        before: 'one',
        here: 'two',
        ahead: 'one\n',
        text: 'one\ntwo\nthree',
        tag: 'two three',
        block: 'two\nthree',
        afterBlock: '',
        message: '',
      },
      {
        file: 'a.js',
        line: '',
        before: '',
        here: '',
        ahead: '',
        text: 'one\ntwo\nthree',
        tag: '',
        block: '',
        afterBlock: '',
        message: '',
      },
    ]);
  });

  it('gives it what stands before the column, and what follows', () => {
    writeFileSync(join(root, 'a.js'), 'one\nlet two = three;');
    const asked: unknown[] = [];
    const isTrue = withoutMisfires(root, { rule: ({ ahead, here }) => asked.push(ahead, here) > 0 });
    isTrue({ ...finding('rule', 'a.js', 2), column: 11 });
    expect(asked).toEqual(['one\nlet two = ', 'three;']);
  });

  it('gives it the tag and the block that begin on the line', () => {
    writeFileSync(join(root, 'a.js'), '<a\n  b={() => c}\n>d</a>\nget e() {\n  if (f) { g(); }\n}\nh();');
    const asked: unknown[] = [];
    const isTrue = withoutMisfires(root, {
      rule: ({ tag, block, afterBlock }) => asked.push(tag, block, afterBlock) > 0,
    });
    isTrue(finding('rule', 'a.js', 1));
    isTrue(finding('rule', 'a.js', 4));
    expect([asked[0], asked[4], asked[5]]).toEqual(['<a   b={() => c} >', 'get e() {\n  if (f) { g(); }\n}', '\nh();']);
  });

  it('reads no file for other rules, not even for one with the name of a member that objects inherit', () => {
    const isTrue = withoutMisfires(join(root, 'nowhere'), {});
    expect(isTrue(finding('rule', 'a.js', 1))).toBe(true);
    expect(isTrue(finding('constructor', 'a.js', 1))).toBe(true);
  });
});
