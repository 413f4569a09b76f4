import { cutLines, linesThatCall, rowsOf, someLine, someLineWithin } from './lines-of-file';

const LINES = ['open(a);', '// open(b);', 'close(a);', 'open?(c)', 'def open(d)'];

describe('questions about the lines of a file', () => {
  it('leave out comments, and count rows from 0', () => {
    expect(rowsOf(LINES, /open/)).toEqual([0, 3, 4]);
    expect(someLine(LINES, /b\)/)).toBe(false);
  });

  it('hold for rows up to a last one, which does not count', () => {
    const within = (from: number, to: number) => someLineWithin(LINES, /open/, from, to);
    expect([within(0, 1), within(1, 3), within(1, 4), within(5, 9), within(4, 4)]).toEqual([
      ...[true, false, true, false, false],
    ]);
  });

  it('are answered once, however often they are asked', () => {
    const lines = Array.from({ length: 100 }, (_, row) => `line ${row}`);
    const pattern = /line 99/;
    const test = jest.spyOn(pattern, 'test');
    for (let row = 0; row < 1_000; row += 1) expect(someLineWithin(lines, pattern, row, 1_000)).toBe(row <= 99);
    expect(test).toHaveBeenCalledTimes(lines.length);
    expect(cutLines(lines)).toBe(cutLines(lines));
  });

  it('find the lines that call a function, also one of Ruby that ends in a question mark', () => {
    expect(linesThatCall(LINES, 'open')).toEqual(['open(a);', '// open(b);', 'open?(c)', 'def open(d)']);
    expect(linesThatCall(LINES, 'open?')).toEqual(['open?(c)']);
    expect(linesThatCall(LINES, 'constructor')).toEqual([]);
  });
});
