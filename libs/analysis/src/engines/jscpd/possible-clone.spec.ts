import { isPossible } from './possible-clone';

const span = (file: string, line: number, endLine: number) => ({ file, line, endLine });

describe('a pair of spans', () => {
  it.each([
    [span('a.js', 1, 14), span('b.js', 20, 33)],
    [span('a.js', 1, 14), span('b.js', 20, 40)],
    [span('a.js', 1, 14), span('a.js', 15, 28)],
  ])('can be a copy: %j %j', (first, second) => expect(isPossible([first, second])).toBe(true));

  it.each([
    [span('AppTest.php', 100, 113), span('AppTest.php', 320, 239)],
    [span('AppTest.php', 100, 116), span('AppTest.php', 320, 861)],
    [span('a.ts', 1, 45), span('b.ts', 30, 14)],
    [span('a.ts', 1, 14), span('a.ts', 10, 24)],
  ])('cannot be a copy: %j %j', (first, second) => expect(isPossible([first, second])).toBe(false));
});
