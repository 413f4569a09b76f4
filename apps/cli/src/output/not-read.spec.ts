import { notReadText } from './not-read';

type Reports = Parameters<typeof notReadText>[0];

const reports = (tools: Readonly<Record<string, { files: Record<string, string>; total?: number }>>): Reports =>
  Object.fromEntries(
    Object.entries(tools).map(([tool, { files, total }]) => {
      const unreadable = Object.entries(files).map(([file, reason]) => ({ file, reason }));
      return [tool, { result: { unreadable, unreadableTotal: total ?? unreadable.length } }];
    }),
  ) as unknown as Reports;

describe('the files that tools have not read', () => {
  it('are no sentence where there are none', () => {
    expect(notReadText({})).toBe('');
    expect(notReadText(reports({ one: { files: {} } }))).toBe('');
  });

  it('count once, whichever tools name them', () => {
    const files = { 'a.c': 'syntax error in line 1' };
    expect(notReadText(reports({ one: { files }, two: { files } }))).toBe(
      '1 file not read, or not to the end: a.c (one: syntax error in line 1)',
    );
  });

  it('are named as far as two, and counted beyond what a tool lists', () => {
    const files = { 'a.c': 'too large', 'b.c': 'too large', 'c.c': 'too large' };
    expect(notReadText(reports({ one: { files, total: 30 } }))).toBe(
      'more than 3 files not read, or not to the end: a.c (one: too large), b.c (one: too large), … ' +
        '(--format json lists more)',
    );
  });
});
