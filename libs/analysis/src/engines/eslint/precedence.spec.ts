import { sayingPrecedence } from './precedence';

const said = (line: string, at: string): string =>
  sayingPrecedence(
    [{ rule: 'sonarjs/no-identical-expressions', line: 2, column: line.indexOf(at) + 1, endLine: 2, message: 'twice' }],
    `a\n${line}\n`,
  )[0]!.message;

describe('equal operands', () => {
  it.each([
    ['if (limit ?? 0 > 0) go();', '0 > 0', /^\?\? binds less than >, .*\(… \?\? 0\) > 0 is likely meant$/],
    ["ok = name ?? '' !== '';", "'' !== ''", /\(… \?\? ''\) !== '' is likely meant$/],
    ['if (limit || 0 > 0) go();', '0 > 0', /^twice$/],
    ['if (a.b > a.b) go();', 'a.b > a.b', /^twice$/],
    ['if (limit ?? 0 > 0.5) go();', '0 > 0.5', /^twice$/],
  ])('are said to lack parentheses where ?? stands before: %s', (line, at, expected) =>
    expect(said(line, at)).toMatch(expected),
  );
});
