import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FindingView } from '@assay/findings';
import { countsText } from './counts';
import { draftLabels } from './draft';
import { lostFindings } from './lost';
import { flowCountsText } from './flow-counts';
import { type LabelFile, type LabelledRow, readFlowLabelFiles, readLabelFiles, readMended } from './read-labels';
import { UNSEEN, recordText, trackRecord } from './track-record';

const found = (id: number, fields: Partial<FindingView>): FindingView =>
  ({
    id: String(id),
    tool: 'go-security',
    rule: 'a',
    severity: 'high',
    file: 'a.go',
    line: 1,
    role: 'own',
    title: 'A',
    duplicates: [],
    ...fields,
  }) as FindingView;
const row = (fields: Partial<LabelledRow>): LabelledRow => ({
  tool: 'go-security',
  rule: 'a',
  severity: 'high',
  title: 'A',
  file: 'a.go',
  line: 1,
  places: 1,
  screen: true,
  label: 'useful',
  reason: 'Because.',
  ...fields,
});

/** Sets in which fewer than ten repositories had a row of high severity. */
const FEWER: Readonly<Record<string, number>> = {
  'infrastructure-eighteenth': 6,
  'infrastructure-twentieth': 4,
  'infrastructure-twenty-second': 8,
  'infrastructure-twenty-third': 7,
  'infrastructure-twenty-fourth': 9,
  'infrastructure-twenty-fifth': 7,
  'infrastructure-twenty-sixth': 11,
  'infrastructure-twenty-seventh': 11,
};

describe('a draft of labels', () => {
  it('has a row for each rule, first those of the first screen, then the folded ones by severity', () => {
    const rows = draftLabels(
      [
        found(1, { rule: 'tested', severity: 'critical', role: 'test' }),
        found(2, { rule: 'style', severity: 'low' }),
        found(3, { line: 9 }),
        found(4, {}),
      ],
      [],
    );
    expect(rows.map(({ rule, line, places, screen }) => [rule, line, places, screen])).toEqual([
      ['a', 1, 2, true],
      ['tested', 1, 1, false],
      ['style', 1, 1, false],
    ]);
  });

  it('puts rows of own code that do not fit on the first screen before those of tests', () => {
    const own = Array.from({ length: 11 }, (_, index) => found(index, { rule: `r${index + 10}`, severity: 'medium' }));
    const rows = draftLabels([found(99, { rule: 'tested', severity: 'critical', role: 'test' }), ...own], []);
    expect(rows.map(({ rule, screen }) => `${rule} ${screen}`).slice(9)).toEqual([
      'r19 true',
      'r20 false',
      'tested false',
    ]);
  });

  it('has 40 rows at the most', () => {
    const findings = Array.from({ length: 50 }, (_, index) => found(index, { rule: `r${index}` }));
    expect(draftLabels(findings, [])).toHaveLength(40);
  });

  it('keeps the label of a row that was labelled before, and no other', () => {
    const known = [row({ label: 'false', reason: 'It is not.' }), row({ rule: 'b', line: 7 })];
    expect(draftLabels([found(1, {}), found(2, { rule: 'b' })], known)).toMatchObject([
      { rule: 'a', label: 'false', reason: 'It is not.' },
      { rule: 'b', label: '', reason: '' },
    ]);
  });
});

describe('the count of labels', () => {
  const file = (repository: string, rows: readonly LabelledRow[]): LabelFile => ({
    repository,
    commit: 'c',
    language: 'Go',
    rows,
  });
  const counted = countsText([
    file('o/one', [row({}), row({ label: 'noise' }), row({ label: 'false', screen: false })]),
    file('o/two', [row({ tool: 'spelling' })]),
  ]).split('\n');
  const cells = (name: string) =>
    counted.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(/ {2,}/).slice(1));

  it('gives number and share of each label, of the first screen and of all rows', () => {
    expect(cells('first screen')).toEqual([['3', '2 67%', '1 33%', '0 0%', '0 0%', '0 0%']]);
    expect(cells('first 40')).toEqual([['4', '2 50%', '1 25%', '1 25%', '0 0%', '0 0%']]);
  });

  it('counts by repository, by language and by tool', () => {
    expect(cells('o/one').map(([rows]) => rows)).toEqual(['2', '3']);
    expect(cells('Go')).toEqual([['4', '2 50%', '1 25%', '1 25%', '0 0%', '0 0%']]);
    expect(cells('spelling')).toEqual([['1', '1 100%', '0 0%', '0 0%', '0 0%', '0 0%']]);
  });
});

describe('a folder of labels', () => {
  const written = (content: unknown) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-labels-'));
    writeFileSync(join(folder, 'a.json'), JSON.stringify(content));
    return folder;
  };
  const read = (content: unknown) => {
    const folder = written(content);
    try {
      return readLabelFiles(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const file = { repository: 'o/one', commit: 'c', language: 'Go' };

  it('is refused where a row has no label, or no reason, or a field is missing', () => {
    expect(() => read({ ...file, rows: [row({}), row({ label: '' })] })).toThrow('a.json: row 2 has the label ""');
    expect(() => read({ ...file, rows: [row({ reason: '' })] })).toThrow('a.json: row 1 has no reason');
    expect(() => read({ ...file, commit: '', rows: [] })).toThrow('a.json: "commit" is missing');
  });

  it.each([
    'before',
    'after',
    'unseen',
    'unseen-second',
    'unseen-third',
    'unseen-sixth',
    'unseen-seventh',
    'unseen-eighth',
    'unseen-ninth',
    'unseen-tenth',
    'unseen-eleventh',
    'unseen-twelfth',
    'unseen-thirteenth',
    'unseen-fourteenth',
    'unseen-fifteenth',
    'unseen-sixteenth',
    'unseen-seventeenth',
    'unseen-eighteenth',
    'unseen-nineteenth',
    'unseen-fifth',
    'unseen-fourth',
    'infrastructure-before',
    'infrastructure-after',
    'infrastructure-unseen',
    'infrastructure-second',
    'infrastructure-third',
    'infrastructure-fourth',
    'infrastructure-fifth',
    'infrastructure-sixth',
    'infrastructure-seventh',
    'infrastructure-eighth',
    'infrastructure-ninth',
    'infrastructure-tenth',
    'infrastructure-twelfth',
    'infrastructure-thirteenth',
    'infrastructure-fourteenth',
    'infrastructure-fifteenth',
    'infrastructure-sixteenth',
    'infrastructure-seventeenth',
    'infrastructure-eighteenth',
    'infrastructure-nineteenth',
    'infrastructure-twentieth',
    'infrastructure-twenty-first',
    'infrastructure-twenty-second',
    'infrastructure-twenty-third',
    'infrastructure-twenty-fourth',
    'infrastructure-twenty-fifth',
    'infrastructure-twenty-sixth',
    'infrastructure-twenty-seventh',
  ])('is whole as it is committed: %s', (folder) => {
    const files = readLabelFiles(join(__dirname, '../../docs/labels', folder));
    expect(files.length).toBeGreaterThanOrEqual(FEWER[folder] ?? 10);
    expect(files.filter(({ rows }) => rows.length > 40)).toEqual([]);
  });
});

describe('the labels of findings of data flow', () => {
  const flow = { tool: 'go-data-flow', rule: 'a', file: 'a.go', line: 1, reason: 'Because.' } as const;
  const text = flowCountsText([
    {
      repository: 'o/one',
      commit: 'c',
      language: 'Go',
      rows: [
        { ...flow, before: 'high', after: 'high', label: 'useful' },
        { ...flow, before: 'critical', after: 'low', label: 'noise' },
        { ...flow, before: 'medium', after: null, label: 'false' },
        { ...flow, before: null, after: 'medium', label: 'useful' },
      ],
    },
  ]);
  const counted = (name: string) =>
    text
      .split('\n')
      .find((each) => each.startsWith(name))!
      .slice(44)
      .trim()
      .split(/ {2,}/);

  it.each([
    ['high or critical, before', ['2', '1 50%', '1 50%', '0 0%', '0 0%', '0 0%']],
    ['high or critical, after', ['1', '1 100%', '0 0%', '0 0%', '0 0%', '0 0%']],
    ['medium or above, before', ['3', '1 33%', '1 33%', '1 33%', '0 0%', '0 0%']],
    ['medium or above, after', ['2', '2 100%', '0 0%', '0 0%', '0 0%', '0 0%']],
  ])('are counted by the severity of their time: %s', (name, cells) => {
    expect(counted(name)).toEqual(cells);
  });

  it('are whole as they are committed', () => {
    const files = readFlowLabelFiles(join(__dirname, '../../docs/labels/flow'));
    expect(files.length).toBeGreaterThanOrEqual(6);
    expect(files.flatMap(({ rows }) => rows.filter(({ before, after }) => before === null && after === null))).toEqual(
      [],
    );
  });
});

describe('the list of true findings', () => {
  const known = {
    repository: 'o/one',
    commit: 'c',
    tool: 'go-security',
    rule: 'a',
    file: 'a.go',
    severity: 'high',
  } as const;

  it('says which a result has lost, and that a lower severity is a loss', () => {
    expect(lostFindings([known], [found(1, { line: 70 })])).toEqual([]);
    expect(lostFindings([known], [found(1, { severity: 'critical' })])).toEqual([]);
    expect(lostFindings([known], [found(1, { severity: 'low' })])).toEqual([{ ...known, now: 'low' }]);
    expect(lostFindings([known], [])).toEqual([known]);
  });

  it('takes a finding for found that is merged into another, or whose lower severity is right', () => {
    const merged = found(1, {
      tool: 'go-data-flow',
      rule: 'b',
      duplicates: [{ id: '2', tool: 'go-security', rule: 'a' }],
    });
    expect(lostFindings([known], [merged])).toEqual([]);
    expect(lostFindings([known], [{ ...merged, file: 'b.go' }])).toEqual([known]);
    const judged = { ...known, lowered: 'Only developers reach it.' };
    expect(lostFindings([judged], [found(1, { severity: 'low' })])).toEqual([]);
    expect(lostFindings([judged], [])).toEqual([judged]);
  });
});

describe('the record of rules', () => {
  it('counts a row of a first screen twice', () => {
    const rows = [
      row({ rule: 'b' }),
      row({ rule: 'b', screen: false }),
      row({ rule: 'b', label: 'false' }),
      row({ rule: 'a', screen: false, label: 'noise' }),
    ];
    const record = trackRecord([{ repository: 'a/b', commit: 'c', language: 'Go', rows }]);
    expect(record).toEqual({ 'go-security/a': [0, 1], 'go-security/b': [3, 5] });
    expect(recordText(record)).toBe('{\n  "go-security/a": [0, 1],\n  "go-security/b": [3, 5]\n}\n');
  });

  it('counts a definite mistake where the rule looks for it, if it is of medium severity or above', () => {
    const mistake = { tool: 'js-correctness', rule: 'no-const-assign' };
    const ofTests = { tool: 'jest-tests', rule: 'jest/valid-expect' };
    const rows = [
      row({ ...mistake, file: 'src/a.js', screen: false }),
      row({ ...mistake, file: 'src/a.js', severity: 'low' }),
      row({ ...mistake, file: 'test/a.js', label: 'noise' }),
      row({ ...ofTests, file: 'test/a.spec.js', screen: false }),
      row({ ...ofTests, file: 'src/a.js', label: 'noise' }),
      row({ ...ofTests, file: 'examples/a.js', label: 'noise' }),
    ];
    expect(trackRecord([{ repository: 'a/b', commit: 'c', language: 'JavaScript', rows }])).toEqual({
      'jest-tests/jest/valid-expect': [2, 4],
      'js-correctness/no-const-assign': [2, 2],
    });
  });

  it('is what the labels say: npm run labels -- record', () => {
    const files = UNSEEN.flatMap((folder) => readLabelFiles(join(__dirname, '../../docs/labels', folder)));
    const written = join(__dirname, '../../apps/cli/src/output/track-record.generated.json');
    const mended = readMended(join(__dirname, '../../docs/labels'));
    expect(readFileSync(written, 'utf8')).toBe(recordText(trackRecord(files, mended)));
  });

  it('leaves out rows that are found no more, each of which was not useful', () => {
    const file = {
      repository: 'a/b',
      commit: 'c',
      language: 'Go',
      rows: [row({ label: 'false' }), row({ rule: 'b' }), row({ screen: false, label: 'noise' })],
    };
    const mended = { repository: 'a/b', tool: 'go-security', rule: 'a', file: 'a.go', mended: 'Known.' };
    expect(trackRecord([file], [mended, { ...mended, repository: 'o/b', rule: 'b' }])).toEqual({
      'go-security/a': [0, 1],
      'go-security/b': [2, 2],
    });
    expect(trackRecord([file], [{ ...mended, label: 'noise' }])).toEqual({
      'go-security/a': [0, 2],
      'go-security/b': [2, 2],
    });
    const folders = readdirSync(join(__dirname, '../../docs/labels'), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('flow'),
    );
    const labels = folders
      .flatMap(({ name }) => readLabelFiles(join(__dirname, '../../docs/labels', name)))
      .flatMap(({ repository, rows }) =>
        rows.map(({ tool, rule, file: path, label }) => [repository, tool, rule, path, label]),
      );
    for (const each of readMended(join(__dirname, '../../docs/labels'))) {
      const { repository, tool, rule, file: path, label = 'false' } = each;
      expect(labels).toContainEqual([repository, tool, rule, path, label]);
      expect(labels).not.toContainEqual([repository, tool, rule, path, 'useful']);
    }
  });
});
