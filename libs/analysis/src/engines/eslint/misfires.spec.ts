import { withoutMisfires } from './misfires';

const kept = (rule: string, line: number, text: string) =>
  withoutMisfires([{ rule, line, column: 1, message: '' }], text).length === 1;

describe('a trailing zero in YAML', () => {
  it.each([
    ['python-version: 3.10', 1],
    ['strategy:\n  matrix:\n    php:\n      - 8.0\n      - 8.1', 4],
    ['php: [7.4, 8.0]', 1],
    ['- node: 20.10', 1],
    ['image:\n- 1.20', 2],
  ])('is a version in %j', (text, line) => expect(kept('yml/no-trailing-zeros', line, text)).toBe(true));

  it.each([
    ['price: 42.00', 1],
    ['sizes:\n  - 8.0', 2],
    ['- 1.0', 1],
    ['php: 8\nprices:\n  - 8.0', 3],
  ])('is a number in %j', (text, line) => expect(kept('yml/no-trailing-zeros', line, text)).toBe(false));
});

describe('a generator without yield', () => {
  it('is a mistake in code that somebody wrote', () =>
    expect(kept('sonarjs/generator-without-yield', 1, 'function* none() {}')).toBe(true));

  it('is how a compiler writes an async function', () =>
    expect(kept('sonarjs/generator-without-yield', 1, 'return __awaiter(this, void 0, void 0, function* () {});')).toBe(
      false,
    ));
});

it('leaves all other findings alone', () => expect(kept('constructor', 1, '')).toBe(true));
