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
    ['AllCops:\n  TargetRubyVersion: 3.0', 2],
    ['php: 8\nprices:\n  - 8.0', 3],
  ])('is a number in %j', (text, line) => expect(kept('yml/no-trailing-zeros', line, text)).toBe(false));
});

describe('a label inside a switch', () => {
  it.each(['outer: for (const each of all) {', 'outer:\n  while (more()) {'])('names a loop in %j', (text) =>
    expect(kept('sonarjs/no-case-label-in-switch', 1, text)).toBe(false),
  );
  it.each(['open: send(); // for all', 'open:\n  send();'])('may be a forgotten case in %j', (text) =>
    expect(kept('sonarjs/no-case-label-in-switch', 1, text)).toBe(true),
  );
});

describe('a bidirectional control character', () => {
  const [RLO, LRI, RLI, PDI] = ['\u202e', '\u2066', '\u2067', '\u2069'];
  const rule = 'security/detect-bidi-characters';

  it('hides nothing where it sets left-to-right text apart', () =>
    expect(kept(rule, 1, `const text = '${LRI}61%${PDI}';`)).toBe(false));

  it.each([
    ['turns text around', `a ${RLO}b`],
    ['is inside of text that is set apart', `a ${LRI}${RLO}b${PDI}`],
    ['is beside text that is set apart', `${LRI}a${PDI} ${RLI}b${PDI}`],
    ['is not closed', `a ${LRI}b`],
  ])('is told where it %s', (_, text) => expect(kept(rule, 1, text)).toBe(true));
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

  const certificate = [
    "const text = '-----BEGIN CERTIFICATE-----\\n' +",
    "  'r+BjY3Rlc3Q' +",
    "  '-----END CERTIFICATE-----';",
  ];

  it('is none on a line of a certificate that is put together', () =>
    expect(kept('no-secrets/no-secrets', 2, certificate.join('\n'))).toBe(false));

  it.each([
    ['beside', 5],
    ['below', 40],
  ])('may be one %s a certificate', (_, line) =>
    expect(
      kept('no-secrets/no-secrets', line, [...certificate, ...Array<string>(50).fill("const key = '';")].join('\n')),
    ).toBe(true),
  );

  it('is said once of a private key, whose parts look like others', () => {
    const found = (message: string) => ({ rule: 'no-secrets/no-secrets', line: 1, column: 1, message });
    const [key, part] = [found('matches "RSA private key": ----…'), found('entropy 5.4: cnmt… (232 characters)')];
    expect(withoutMisfires([part, key, part], 'const key = …')).toEqual([key]);
    expect(withoutMisfires([part], 'const key = …')).toEqual([part]);
  });
});

describe('a random part of an address', () => {
  const finds = (text: string) =>
    withoutMisfires(
      [{ rule: 'no-secrets/no-secrets', line: 1, column: 1, message: 'entropy 5.8: eNp9… (189 characters)' }],
      text,
    ).length === 1;

  it('is what a page shows, where it stands behind the #', () =>
    expect(finds('// see https://play.example.org/#eNp9VMFy2jAQ')).toBe(false));

  it.each([
    'const link = "https://play.example.org/eNp9VMFy2jAQ";',
    'const link = "https://play.example.org/#access_token=eNp9VMFy2jAQ";',
    '// https://play.example.org/#eNp9VMFy "eNp9VMFy2jAQ"',
  ])('may be a secret elsewhere: %s', (text) => expect(finds(text)).toBe(true));
});

describe('a link without content in Vue', () => {
  const rule = 'vuejs-accessibility/anchor-has-content';

  it.each(['<a\n  :href="url"\n  title="Code"\n>', '<a href="/"><Logo /></a>'])('has a name: %j', (text) =>
    expect(kept(rule, 1, text)).toBe(false),
  );

  it('has none', () => expect(kept(rule, 1, '<a href="/"></a>\n<Logo title="x" />')).toBe(true));

  it('is a jump target behind other tags of its line', () => {
    const keptAt = (text: string) =>
      withoutMisfires([{ rule, line: 1, column: text.indexOf('<a') + 1, message: '' }], text).length === 1;
    expect(keptAt('<h3 id="x"><a name="terms"></a>Terms</h3>')).toBe(false);
    expect(keptAt('<h3 id="x"><a href="#terms"></a>Terms</h3>')).toBe(true);
  });
});

describe('a public key', () => {
  const keptAs = (begin: string, text: string) =>
    withoutMisfires(
      [{ rule: 'no-secrets/no-secrets', line: 1, column: 1, message: `entropy 4.6: ${begin}… (24 characters)` }],
      text,
    ).length === 1;

  it.each([
    ['q8Zr', "const PUBLIC_KEY = 'q8Zr4vXw2LkT9mNp6sBd';"],
    ['MCow', "x = 'MCowBQYDK2VwAyEAY0OZFFE5kSuqYK6';"],
  ])('is no secret, which begins with %s: %s', (begin, text) => expect(keptAs(begin, text)).toBe(false));

  it.each([
    ["const PRIVATE_KEY = 'q8Zr4vXw2LkT9mNp6sBd';"],
    ["const KEY = 'q8Zr4vXw2LkT9mNp6sBd'; // PUBLIC_KEY = 'abc'"],
    ["const KEY = 'q8Zr4vXw2LkT9mNp6sBd'; // PUBLIC_KEY = 'q8Zr'"],
  ])('is another than a private one: %s', (text) => expect(keptAs('q8Zr', text)).toBe(true));
});

it('an argument too many is none in a program of one line', () => {
  const rule = 'sonarjs/no-extra-arguments';
  expect(kept(rule, 1, 'f(1, 2);')).toBe(true);
  expect(kept(rule, 1, 'f(1, 2);'.repeat(100))).toBe(false);
});

it('what browsers have needs no version of Node.js', () => {
  const said = (name: string) => `The '${name}' is still an experimental feature`;
  const kinds = (name: string) =>
    withoutMisfires(
      [{ rule: 'n/no-unsupported-features/node-builtins', line: 1, column: 1, message: said(name) }],
      'a();',
    );
  expect(kinds('navigator.locks.request')).toEqual([]);
  expect(kinds('sqlite.navigator')).toHaveLength(1);
});

it('an indentation is none in a program of one line', () => {
  const rule = 'sonarjs/no-unenclosed-multiline-block';
  expect(kept(rule, 1, `if (a) b();${' c();'.repeat(200)}`)).toBe(false);
  expect(kept(rule, 1, 'if (a)\n  b();\n  c();')).toBe(true);
});

describe('accessible Vue', () => {
  it.each([
    ['media-has-caption', '<audio src="a.mp3" />', false],
    ['media-has-caption', '<video src="a.mp4" />', true],
    ['role-has-required-aria-props', '<input\n role="slider"\n type="range"\n>', false],
    ['role-has-required-aria-props', '<div role="slider">', true],
    ['alt-text', '<img class="large" ref="picture" />', false],
    ['alt-text', '<img class="large" ref="picture" :src="one" />', true],
    ['alt-text', '<object :data="one"></object>', false],
  ])('%s: %s', (rule, text, isKept) => expect(kept(`vuejs-accessibility/${rule}`, 1, text)).toBe(isKept));
});

describe('markup that a sanitizer gave', () => {
  it.each([
    ['no-unsanitized/property', 'box.innerHTML = sanitizedText.value;'],
    ['no-unsanitized/property', 'box.innerHTML = sanitizeHtml(text);'],
    ['no-unsanitized/property', 'box.innerHTML = box.innerHTML;'],
    ['vue/no-v-html', '<p v-html="sanitizedContent"'],
  ])('is none of somebody else: %s, %s', (rule, text) => {
    const column = Math.max(text.indexOf('v-html'), 0) + 1;
    expect(withoutMisfires([{ rule, line: 1, column, message: '' }], text)).toEqual([]);
  });

  it.each([
    'box.innerHTML = html;',
    'box.innerHTML = sanitize(a) + b;',
    'box.innerHTML = unsafe; // sanitized',
    'box.innerHTML = html; box.innerHTML = box.innerHTML;',
  ])('is none: %s', (text) => expect(kept('no-unsanitized/property', 1, text)).toBe(true));
});

describe('code that is run', () => {
  it.each([
    ['vm.runInContext(fs.readFileSync(path, "utf8"), context)', false],
    ['vm.runInContext(text, context)', true],
    ['vm.runInContext(read(fs.readFileSync(path)), context)', true],
  ])('is a file of the program, or is not: %s', (text, isKept) =>
    expect(kept('sonarjs/code-eval', 1, text)).toBe(isKept),
  );
});

describe('what an attribute of a tag says', () => {
  it('stands where the tag begins', () => {
    const rule = '@html-eslint/no-non-scalable-viewport';
    const text = '<title></title>\n  <meta\n  name="viewport"\n  content="user-scalable=no"\n>';
    const at = (line: number, column: number) => ({ rule, line, column, message: '' });
    expect(withoutMisfires([at(4, 3)], text)).toEqual([at(2, 3)]);
    expect(withoutMisfires([at(2, 9)], text)).toEqual([at(2, 9)]);
  });
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

  it('stands in the list that begins on its line', () => {
    const text = '<ul><li>one<li>two</ul><li>three';
    const at = (column: number) => ({ rule, line: 1, column, message: '' });
    const items = [...text.matchAll(/<li>/g)].map(({ index }) => at(index + 1));
    expect(withoutMisfires(items, text)).toEqual([items[2]]);
  });

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

describe('a comparison of a value with itself', () => {
  it.each(['if (vnode.key !== vnode.key) {', 'return value != value;'])('asks for NaN in %j', (text) =>
    expect(kept('sonarjs/no-identical-expressions', 1, text)).toBe(false),
  );

  it.each(['if (a === a) {', 'if (next() !== next()) {', 'if (a.b !== a.b.c && x || x) {', 'return a && a;'])(
    'is a slip in %j',
    (text) => expect(kept('sonarjs/no-identical-expressions', 1, text)).toBe(true),
  );
});

describe('an older function of Node.js', () => {
  const at = (text: string) => {
    const lines = text.slice(0, text.indexOf('new Buffer')).split('\n');
    const place = { line: lines.length, column: lines.at(-1)!.length + 1 };
    return withoutMisfires([{ rule: 'n/no-deprecated-api', ...place, message: '' }], text).length === 1;
  };
  it('is meant where the newer one is asked for', () => {
    expect(at('return Buffer.from ? Buffer.from(a) : new Buffer(a);')).toBe(false);
    expect(at('if (typeof Buffer.from === "function")\n  return Buffer.from(a);\nreturn new Buffer(a);')).toBe(false);
    expect(at('return a ? Buffer.from(a) : new Buffer(8);')).toBe(true);
    expect(at('const a = Buffer.allocUnsafe(1);\nconst b = new Buffer(8);')).toBe(true);
  });
});

describe('a test that runs alone', () => {
  it('is what a function of that name hands on', () => {
    const rule = 'sonarjs/no-exclusive-tests';
    expect(kept(rule, 2, 'suite.only = function (name) {\n  describe.only(name, () => run(name));\n};')).toBe(false);
    expect(kept(rule, 1, 'const suite = { only: (name) => describe.only(name, run) };')).toBe(false);
    expect(kept(rule, 1, 'describe.only("orders", () => {});')).toBe(true);
    expect(kept(rule, 2, 'const options = { only: true };\nit.only("orders", () => {});')).toBe(true);
  });
});

describe('an argument that is there twice', () => {
  const at = (text: string) =>
    withoutMisfires(
      [{ rule: 'sonarjs/no-same-argument-assert', line: 1, column: text.indexOf('day(') + 1, message: '' }],
      text,
    ).length === 1;

  it('is meant where the result of the call is judged, and a slip where it is judged itself', () => {
    expect(at('type.match(day(1), day(1)).should.be.true;')).toBe(false);
    expect(at('type.match(day(1), day(1), other).should.be.true;')).toBe(false);
    expect(at('day(1).should.eql(day(1));')).toBe(true);
    expect(at('assert.equal(day(1), day(1)); day.should;')).toBe(true);
    expect(at('should.equal(day(1), day(1));')).toBe(true);
  });
});

describe('an argument that a function was called with twice', () => {
  const at = (text: string, line: number, column: number) =>
    withoutMisfires([{ rule: 'sonarjs/no-same-argument-assert', line, column, message: '' }], text).length === 1;

  it('is compared with another one each time', () => {
    expect(at('expect(spy).to.have.been.calledWith(\n  match.any,\n  match.any,\n);', 3, 3)).toBe(false);
    expect(at('sinon.assert.calledWithExactly(spy, a, a);', 1, 40)).toBe(false);
    expect(at('expect(spy.called).toBe(true);\nassert.equal(a, a);', 2, 17)).toBe(true);
    expect(at('expect(spy).to.have.been.calledWith(a);\nassert.equal(\n  b,\n  b,\n);', 4, 3)).toBe(true);
  });
});

describe('markup that a script sets', () => {
  it.each([
    ['@microsoft/sdl/no-inner-html', `button.innerHTML = '<i class="icon"></i>';`],
    ['@microsoft/sdl/no-html-method', `element.html('&nbsp;');`],
  ])('is nobody else’s where it is a constant: %s', (rule, text) => expect(kept(rule, 1, text)).toBe(false));

  it.each([
    ['@microsoft/sdl/no-inner-html', `button.innerHTML = '<i>' + name + '</i>';`],
    ['@microsoft/sdl/no-inner-html', 'button.innerHTML = `<i>${name}</i>`;'],
    ['@microsoft/sdl/no-html-method', `element.html('<i>' + name + '</i>');`],
    ['@microsoft/sdl/no-html-method', 'element.html(name);'],
  ])('is judged where it holds a value: %s', (rule, text) => expect(kept(rule, 1, text)).toBe(true));
});

describe('the result of a function that returns nothing', () => {
  const rule = 'sonarjs/no-use-of-empty-return-value';

  it('may be combined with a condition', () => expect(kept(rule, 1, '(refresh(a.b) ||')).toBe(false));
  it('is no value', () => expect(kept(rule, 1, 'const value = refresh(a.b);')).toBe(true));
});

describe('accessibility of a component of Vue', () => {
  const rule = (name: string) => `vuejs-accessibility/${name}`;
  const of = (...lines: readonly string[]) => ['<template>', '  <div>', ...lines, '  </div>', '</template>'].join('\n');

  it.each([
    ['aria-unsupported-elements', '<Link aria-label="Next" />'],
    ['form-control-has-label', '<Input v-model="password" />'],
    ['label-has-for', '<label><Checkbox v-model="agreed" /> Agreed</label>'],
    ['form-control-has-label', '<input type="file" class="sr hidden" @change="open">'],
    ['form-control-has-label', '<input type="file" style="display: none">'],
    ['form-control-has-label', '<input ref="picker" type="file">'],
    ['no-static-element-interactions', '<label @click="open">Open</label>'],
    ['no-static-element-interactions', '<div @click.stop>'],
    ['click-events-have-key-events', '<div role="row" @click.stop.prevent @keydown.esc>'],
    ['no-static-element-interactions', '<main @drop.prevent="take" @dragover="allow">'],
    ['no-static-element-interactions', '<div class="fixed inset-0 z-40" @click="open = false" />'],
    ['anchor-has-content', '<a href="/"><img :src="picture" /></a>'],
  ])('excuses %s at %s', (name, line) => expect(kept(rule(name), 3, of(line))).toBe(false));

  it.each([
    ['form-control-has-label', '<input v-model="password" /> <!-- class="hidden" -->'],
    ['form-control-has-label', '<input class="hidden-label" v-model="password" />'],
    ['form-control-has-label', '<input ref="name" type="text">'],
    ['label-has-for', '<label>Agreed</label><Checkbox v-model="agreed" />'],
    ['no-static-element-interactions', '<div @click="open">'],
    ['no-static-element-interactions', '<div @click.stop="open" @dblclick.stop>'],
    ['anchor-has-content', '<a href="/"><img :src="picture" alt="" /></a>'],
  ])('reports %s at %s', (name, line) => expect(kept(rule(name), 3, of(line))).toBe(true));

  it('leaves the root to whoever uses the component', () => {
    expect(kept(rule('form-control-has-label'), 2, '<template>\n  <input v-model="value" />\n</template>')).toBe(false);
    expect(kept(rule('form-control-has-label'), 3, '<template>\n  <p>\n    <input />\n  </p>\n</template>')).toBe(true);
  });
});

describe('an expression on both sides', () => {
  const at = (text: string, code: string) =>
    withoutMisfires(
      [{ rule: 'sonarjs/no-identical-expressions', line: 1, column: text.indexOf(code) + 1, message: '' }],
      text,
    ).length === 1;

  it('is a ratio of numbers, and a mistake of anything else', () => {
    expect(at('ratio = 1 / 1', '1 / 1')).toBe(false);
    expect(at('ratio = a / a; // 1 / 1', 'a / a')).toBe(true);
  });
});

it.each([
  ['sonarjs/no-incomplete-assertions', 'expect<Promise<string>>(mutate(key));', false],
  ['sonarjs/no-incomplete-assertions', 'expect(mutate(key));', true],
  ['sonarjs/no-incomplete-assertions', "expect(mutate(key), 'not to be empty');", false],
  ['sonarjs/no-incomplete-assertions', 'expect(\n  assertSaved(key));', false],
  ['sonarjs/no-incomplete-assertions', 'expect(assertSaved(key));\nexpect(saved).toBe(1);', false],
  ['sonarjs/no-incomplete-assertions', 'expect(saved);\nexpect(assertSaved(key)).toBe(1);', true],
  [
    '@html-eslint/require-meta-charset',
    '<head>\n<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">\n</head>',
    false,
  ],
  ['@html-eslint/require-meta-charset', '<head>\n<meta http-equiv="refresh" content="5">\n</head>', true],
  ['yml/no-empty-mapping-value', 'name: {{ template "shop.name" . }}', false],
  ['yml/no-empty-mapping-value', 'name: { shop }', true],
])('weighs %s by what is written: %s', (rule, text, isKept) => expect(kept(rule, 1, text)).toBe(isKept));
