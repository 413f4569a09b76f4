import { correctionOf, exampleAt, exampleOf } from '../../scripts/tool-pages/examples';

const file = (path: string, text: string) => ({ path, lines: text.split('\n') });

const POSITIVE = file(
  'cart.py',
  ['def add(item, cart=[]):', '    cart.append(item)', '    return cart', '', '', 'def other():', '    pass'].join(
    '\n',
  ),
);

describe('an example', () => {
  it('is the line that is reported with its neighbours, without shared indentation', () =>
    expect(exampleAt(POSITIVE, 2)).toEqual({
      path: 'cart.py',
      startLine: 1,
      language: 'python',
      lines: ['def add(item, cart=[]):', '    cart.append(item)', '    return cart'],
      marked: [2, 2],
    }));

  it('leaves out blank neighbours', () =>
    expect(exampleAt(POSITIVE, 6)).toMatchObject({
      startLine: 6,
      lines: ['def other():', '    pass'],
      marked: [1, 1],
    }));

  it('has at most twelve lines, however many are meant', () => {
    const long = file('a.js', Array.from({ length: 40 }, (_, index) => `call(${index});`).join('\n'));
    const example = exampleAt(long, 5, 39)!;
    expect(example.lines.length).toBeLessThanOrEqual(12);
    expect(example.marked[1]).toBeLessThanOrEqual(example.lines.length);
  });

  it('shows what reorders text or steers a terminal as escapes, and cuts long lines', () => {
    const { lines } = exampleAt(file('a.js', `a\u202eb\u001b[0m${'x'.repeat(500)}`), 1)!;
    expect(lines[0]).toMatch(/^a\\u202eb\\u001b\[0mx+…$/);
    expect(lines[0]!.length).toBe(160);
  });

  it('is none for a line that the file does not have', () => expect(exampleAt(POSITIVE, 99)).toBeUndefined());

  it('can be markup that no file holds; nothing at all is none', () => {
    expect(exampleOf('<a href="/">')).toEqual({ language: 'html', lines: ['<a href="/">'], marked: [1, 1] });
    expect(exampleOf('server: nginx')).toMatchObject({ language: '' });
    expect(exampleOf('')).toBeUndefined();
  });
});

describe('the correction of an example', () => {
  const corrected = file(
    'cart.py',
    ['def add(item, cart=None):', '    cart.append(item)', '    return cart', '', 'def other():', '    pass'].join(
      '\n',
    ),
  );
  const markedLine = (example: ReturnType<typeof correctionOf>) => example?.lines[example.marked[0] - 1];

  it('is the line that took its place', () =>
    expect(markedLine(correctionOf(POSITIVE, 1, [corrected]))).toBe('def add(item, cart=None):'));

  it('is found in another file of the language, where a line is very like it', () => {
    expect(markedLine(correctionOf(POSITIVE, 1, [file('basket.py', 'x = 1\ndef add(item, cart=None):')]))).toBe(
      'def add(item, cart=None):',
    );
    expect(correctionOf(POSITIVE, 1, [file('basket.rb', 'def add(item, cart=None):')])).toBeUndefined();
  });

  it('is none where the line is only gone, unchanged or answered by something else', () => {
    expect(correctionOf(file('a.js', 'start();\ndebugger;\nend();'), 2, [file('a.js', 'start();\nend();')])).toBe(
      undefined,
    );
    expect(correctionOf(POSITIVE, 3, [corrected])).toBeUndefined();
    expect(correctionOf(POSITIVE, 1, [file('cart.py', 'import os\nprint(os.name)')])).toBeUndefined();
  });
});
