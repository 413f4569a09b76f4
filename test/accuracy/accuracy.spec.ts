import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Case, sampled, shareOf } from '../../bench/accuracy/cases';
import { readAnswers } from '../../bench/accuracy/readers/answers';
import { readCorpus } from '../../bench/accuracy/readers/read-corpus';
import { score } from '../../bench/accuracy/score';
import { tableOf } from '../../bench/accuracy/table';
import { twinsIn } from '../../bench/accuracy/twins/read-twins';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-labels-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function corpus(files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return readCorpus(folder);
}

describe('the labels of a corpus', () => {
  it('come from a table of answers, and what is no case is there to be used by them', async () => {
    const table = '# name, category, real, cwe\nOne,sqli,true,89\nTwo,sqli,FALSE,89\nGone,xss,true,79\n';
    const { cases, support } = await corpus({
      'expectedresults-1.csv': table,
      'src/One.java': '',
      'src/Two.java': '',
      'src/Tools.java': '',
      'notes.txt': '',
    });
    expect(cases).toEqual([
      { name: 'One', file: 'src/One.java', cwe: 89, isReal: true },
      { name: 'Two', file: 'src/Two.java', cwe: 89, isReal: false },
    ]);
    expect(support).toEqual(['src/Tools.java']);
  });

  it('come from folders that say the weakness and whether it is real', async () => {
    const { cases } = await corpus({ 'a/CWE_89/safe/x.php': '', 'a/CWE_89/unsafe/y.php': '', 'a/safe/z.php': '' });
    expect(cases.map(({ file, cwe, isReal }) => [file, cwe, isReal])).toEqual([
      ['a/CWE_89/safe/x.php', 89, false],
      ['a/CWE_89/unsafe/y.php', 89, true],
    ]);
  });

  it('come from marks at the end of lines', async () => {
    const text = 'run(a); /* BAD */\n// BAD is what follows\nrun(b); // OK, it is a number\n';
    const { cases } = await corpus({ 'a.js': text });
    expect(cases.map(({ line, isReal }) => [line, isReal])).toEqual([
      [1, true],
      [3, false],
    ]);
  });

  it('are missed aloud', async () => {
    await expect(corpus({ 'a.js': 'run(a);\n' })).rejects.toThrow('has no labels that this script can read');
    expect(() => readAnswers('One,sqli,true,89\nTwo,sqli,perhaps,89\n', [])).toThrow('line 2 of the answers is none');
  });
});

describe('twins', () => {
  const text = '### one 89 a.js\nuse();\n-|bad();\n+|good();\n@@ b.js\n+|help();\n### two 79 c.js\n-|bad();\n';

  it('differ in the lines that belong to one of them, and are in one share', () => {
    const [weak, safe, ...others] = twinsIn(text, 'javascript');
    expect([weak, safe].map((twin) => [...twin!.files])).toEqual([
      [['a.js', 'use();\nbad();\n']],
      [
        ['a.js', 'use();\ngood();\n'],
        ['b.js', 'help();\n'],
      ],
    ]);
    expect([weak, safe].map((twin) => [twin!.labelled.cwe, twin!.labelled.isReal])).toEqual([
      [89, true],
      [89, false],
    ]);
    expect(others.map(({ labelled }) => labelled.name)).toEqual(['javascript two', 'javascript two']);
    for (let index = 0; index < 20; index += 1) {
      const pair = twinsIn(text.replaceAll('one', `one-${index}`), 'javascript').slice(0, 2);
      expect(new Set(pair.map(({ labelled }) => shareOf(labelled))).size).toBe(1);
    }
  });

  it('have no line before the first of them', () => {
    expect(() => twinsIn(`use();\n${text}`, 'javascript')).toThrow('this line belongs to no pair: use();');
  });
});

describe('the cases that are looked at', () => {
  const cases = Array.from({ length: 600 }, (_, index): Case => {
    const file = `case-${index}.py`;
    return { name: file, file, cwe: 78, isReal: index % 2 === 0 };
  });

  it('are kept apart by a third, the same ones each time', () => {
    const kept = cases.filter((each) => shareOf(each) === 'kept apart');
    expect(kept.length).toBeGreaterThan(160);
    expect(kept.length).toBeLessThan(240);
    expect(shareOf({ file: 'case-0.py' })).toBe(shareOf({ file: 'case-0.py' }));
  });

  it('are as many of each label and share', () => {
    const chosen = sampled(cases, 20);
    expect(chosen).toHaveLength(80);
    expect(chosen.filter(({ isReal }) => isReal)).toHaveLength(40);
    expect(
      sampled([...cases].reverse(), 20)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(chosen.map(({ name }) => name).sort());
  });
});

describe('the rates', () => {
  const files = Array.from({ length: 60 }, (_, index) => `f${index}.py`).filter(
    (file) => shareOf({ file }) === 'development',
  );
  const cases = files.slice(0, 8).map((file, index): Case => ({ name: file, file, cwe: 78, isReal: index < 4 }));
  const at = (index: number, cwe?: number) => ({ file: files[index]!, line: 1, rule: 'r', ...(cwe && { cwe }) });

  it('count what is found with the weakness of the case, or with another number of it', () => {
    const [row] = score(cases, [at(0, 78), at(1, 77), at(2, 89), at(3), at(4, 78)]);
    expect(row!.rates).toEqual({ real: 4, safe: 4, found: 0.5, mistaken: 0.25, difference: 0.25 });
  });

  it('count only what is found on its line where a file has several cases', () => {
    const marked = cases.map((each) => ({ ...each, line: 1 }));
    const [row] = score(marked, [at(0, 78), { ...at(1, 78), line: 2 }]);
    expect(row!.rates.found).toBe(0.25);
  });

  it('are shown side by side, and left open where nothing can be said', () => {
    const only = cases.filter(({ isReal }) => isReal);
    const tools = [
      { name: 'one', rows: score(only, [at(0, 78)]) },
      { name: 'other', rows: score(only, []) },
    ];
    const lines = tableOf(tools).split('\n');
    expect(lines[0]).toBe('| weakness | share | real | safe | one | other |');
    expect(lines[2]).toBe('| CWE-78 | development | 4 | 0 | 0.25 / – / – | 0.00 / – / – |');
  });
});
