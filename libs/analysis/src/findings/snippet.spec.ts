import { snippetOf } from './snippet';

describe('a snippet', () => {
  const lines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`);

  it('shows the line and three neighbours on each side, as many as there are', () => {
    expect(snippetOf(lines, 5)).toEqual({
      startLine: 2,
      highlightLine: 5,
      lines: ['line 2', 'line 3', 'line 4', 'line 5', 'line 6', 'line 7', 'line 8'],
    });
    expect(snippetOf(lines, 1, { context: 1 })).toEqual({
      startLine: 1,
      highlightLine: 1,
      lines: ['line 1', 'line 2'],
    });
    expect(snippetOf(lines, 10, { context: 1 })).toEqual({
      startLine: 9,
      highlightLine: 10,
      lines: ['line 9', 'line 10'],
    });
  });

  it.each([0, 11, -1, 1.5, Number.NaN])('is none for a line that is not there: %p', (line) =>
    expect(snippetOf(lines, line)).toBeUndefined(),
  );

  it('clips long lines and shows what would change a terminal or the order of the text', () => {
    const [first, second] = snippetOf(['x'.repeat(1_000_000), 'a\t\u001b[31m\u202eb'], 1)!.lines;
    expect(first).toBe(`${'x'.repeat(399)}…`);
    expect(second).toBe('a\t\\u001b[31m\\u202eb');
  });
});
