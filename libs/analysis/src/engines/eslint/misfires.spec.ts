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

describe('a string that looks like a secret', () => {
  const block = (kind: string) => ['const text = `', `-----BEGIN ${kind}-----`, 'r+BjY3Rlc3Q', '`;'].join('\n');

  it('is none in a certificate, which is public', () =>
    expect(kept('no-secrets/no-secrets', 1, block('CERTIFICATE'))).toBe(false));

  it('may be one anywhere else', () => expect(kept('no-secrets/no-secrets', 1, block('PRIVATE KEY'))).toBe(true));
});

describe('the mode of a weak cipher', () => {
  const onLine = (...rules: readonly string[]) =>
    withoutMisfires(
      rules.map((rule) => ({ rule, line: 1, column: 1, message: '' })),
      "createCipheriv('DES-ECB', key, '')",
    ).map(({ rule }) => rule);

  it('is said once, with the cipher', () =>
    expect(onLine('sonarjs/encryption-secure-mode', 'sonarjs/no-weak-cipher')).toEqual(['sonarjs/no-weak-cipher']));

  it('is said where the cipher is sound', () =>
    expect(onLine('sonarjs/encryption-secure-mode')).toEqual(['sonarjs/encryption-secure-mode']));
});

describe('an item of a list', () => {
  const rule = '@html-eslint/require-li-container';

  it('stands in the list above, though the item before has no end tag', () =>
    expect(kept(rule, 3, '<ul>\n<li>one\n<li>two\n</ul>')).toBe(false));

  it('stands in no list where the one above has ended', () =>
    expect(kept(rule, 4, '<ul>\n<li>one</li>\n</ul>\n<li>two</li>')).toBe(true));
});

describe('the rights of a file', () => {
  it.each(['0o755', '0o644', '0755', '0o750'])('are no danger when others may read: %s', (mode) =>
    expect(kept('sonarjs/file-permissions', 1, `chmodSync(folder, ${mode})`)).toBe(false),
  );

  it.each(['0o777', '0o666', '0o757', '0o702'])('are one when others may change: %s', (mode) =>
    expect(kept('sonarjs/file-permissions', 1, `chmodSync(folder, ${mode})`)).toBe(true),
  );
});

describe('markup that is written into a page', () => {
  it.each(["box.innerHTML = '';", "box.outerHTML = '<br>'"])('is no danger as a constant: %s', (line) =>
    expect(kept('@microsoft/sdl/no-inner-html', 1, line)).toBe(false),
  );

  it.each(['box.innerHTML = text;', "box.innerHTML = '<b>' + name + '</b>';", 'box.innerHTML = `<b>${name}</b>`;'])(
    'is one as a value: %s',
    (line) => expect(kept('@microsoft/sdl/no-inner-html', 1, line)).toBe(true),
  );
});

it('leaves all other findings alone', () => expect(kept('constructor', 1, '')).toBe(true));
