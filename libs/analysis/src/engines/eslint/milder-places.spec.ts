import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTheirPlaces } from './milder-places';

const severity = (
  rule: string,
  text: string,
  { at = text, staged = 'src/a.js', root = '/nowhere', message = '' } = {},
) => {
  const before = text.slice(0, text.indexOf(at)).split('\n');
  const place = { line: before.length, column: before.at(-1)!.length + 1, endLine: text.split('\n').length };
  return atTheirPlaces([{ rule, ...place, message }], { text, staged, path: join(root, staged) })[0]!.severity;
};

describe('a shell command', () => {
  const rule = 'security/detect-child-process';

  it('in a variable is less than one that is put together', () => {
    expect(severity(rule, 'exec(command, done);')).toBe('low');
    expect(severity(rule, 'child.exec(command);')).toBe('low');
    expect(severity(rule, "exec('ls ' + name, done);")).toBe('medium');
    expect(severity(rule, 'exec(`ls ${name}`, done);')).toBe('medium');
  });
});

describe('a version with a trailing zero', () => {
  it('is another one in 3.10, and the newest of its line in 4.0', () => {
    const rule = 'yml/no-trailing-zeros';
    expect(severity(rule, 'python-version: 3.10', { at: '3.10' })).toBeUndefined();
    expect(severity(rule, 'ruby: [4.0, 3.10]', { at: '4.0' })).toBe('low');
  });
});

describe('a key that is twice in JSON', () => {
  const entries = (first: string, second: string) => `{\n  "a": ${first},\n  "b": 1,\n  "a": ${second}\n}\n`;
  it.each([
    ['the same text', '"x"', '"x"', 'low'],
    ['another text', '"x"', '"y"', undefined],
    ['a text and a list of it', '"x"', '["x"]', undefined],
    ['the same list', '["x"]', '["x"]', 'low'],
  ])('with %s', (_, first, second, expected) => {
    const text = entries(first, second);
    expect(severity('jsonc/no-dupe-keys', text, { at: `"a": ${second}\n` })).toBe(expected);
  });
});

describe('a key of JSON with a value of several lines', () => {
  const block = (value: string) => `  "a": {\n    "b": ${value}\n  }`;

  it.each([
    ['the same lines', [block('1'), '  "c": 3', block('1')], 'low'],
    ['other lines', [block('1'), '  "c": 3', block('2')], undefined],
    ['lines of another object', [`  "d": {\n${block('1')}\n  }`, block('2'), block('2')], 'low'],
    ['other lines above in its object', [block('2'), '  "c": 3', block('1'), block('2')], undefined],
  ])('that is twice there with %s', (_, entries, expected) => {
    const text = `{\n${entries.join(',\n')}\n}\n`;
    expect(severity('jsonc/no-dupe-keys', text, { at: `${entries.at(-1)}\n}` })).toBe(expected);
  });

  it('is the same where the value fills its line, beside other objects with that key', () => {
    const text = '{\n  "o": {\n    "a": 1,\n    "a": 1\n  },\n  "p": {\n    "a": 2\n  }\n}\n';
    expect(severity('jsonc/no-dupe-keys', text, { at: '"a": 1\n' })).toBe('low');
  });
});

describe('a key of JSON for comments', () => {
  const text = (key: string, ...values: readonly string[]) =>
    `{\n${values.map((value) => `  "${key}": "${value}"`).join(',\n')}\n}\n`;

  it.each([
    ['//', ['one', 'two'], 'low'],
    ['_comment', ['one', 'two'], 'low'],
    ['a', ['Do not use this token', 'It is reserved for tests', '73d94'], 'low'],
    ['a', ['Do not use this token', '0', '73d94'], undefined],
    ['commented', ['one', 'two'], undefined],
  ])('loses nothing if it is twice: %s with %j', (key, values, expected) => {
    const whole = text(key, ...values);
    expect(severity('jsonc/no-dupe-keys', whole, { at: `"${key}": "${values.at(-1)}"` })).toBe(expected);
  });
});

describe('a key that is a boolean', () => {
  it('is known for one as True, and not as on', () => {
    expect(severity('yml/no-boolean-key', 'False: 1 # not free')).toBe('low');
    expect(severity('yml/no-boolean-key', 'on: push')).toBeUndefined();
  });
});

describe('a v-for', () => {
  it('without a key is less than one that does not parse', () => {
    const rule = 'vue/valid-v-for';
    const message = "Custom elements in iteration require 'v-bind:key' directives.";
    expect(severity(rule, '<Row v-for="a in b" />', { message })).toBe('low');
    expect(severity(rule, '<Row v-for="a" />', { message: "Invalid alias 'a'." })).toBeUndefined();
  });
});

describe('a statement of SQL from values', () => {
  it('is less in a migration, and in no other file', () => {
    const rule = 'assay/sql-from-values';
    expect(severity(rule, 'query(`${a}`)', { staged: 'server/migrations/1-users.js' })).toBe('low');
    expect(severity(rule, 'query(`${a}`)', { staged: 'server/users.js' })).toBeUndefined();
  });
});

describe('a deprecated API of Node.js', () => {
  const rule = 'n/no-deprecated-api';

  it('keeps its severity where memory leaks, and has less where the documentation alone warns', () => {
    expect(severity(rule, 'const a = new Buffer(8);', { at: 'new' })).toBeUndefined();
    expect(severity(rule, 'const a = Buffer(8);', { at: 'Buffer' })).toBeUndefined();
    expect(severity(rule, 'const a = url.parse(new Buffer(8));', { at: 'url' })).toBe('low');
  });
});

describe('a cipher', () => {
  const rule = 'sonarjs/encryption-secure-mode';

  it('in ECB keeps its severity, in its place and by a variable', () => {
    expect(severity(rule, "create('aes-128-ecb', key)", { at: "'aes" })).toBeUndefined();
    expect(severity(rule, "create(mode, key); // later\nconst mode = 'AES-128-ECB';", { at: 'mode,' })).toBeUndefined();
  });

  it('in another mode has less, whatever stands beside', () => {
    expect(severity(rule, "create('aes-256-cbc', key, 'ecb')", { at: "'aes" })).toBe('low');
    expect(severity(rule, "create(mode, key); const mode = 'aes-256-cbc', other = 'ecb';", { at: 'mode,' })).toBe(
      'low',
    );
  });
});

describe('a template', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  const ofVue = (version: string): string => {
    const root = mkdtempSync(join(tmpdir(), 'assay-vue-'));
    folders.push(root);
    writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: { vue: version } }));
    return root;
  };

  it.each(['vue/no-use-v-if-with-v-for', 'vue/no-textarea-mustache'])('does in Vue 2 what is meant: %s', (rule) => {
    const said = (version: string) => severity(rule, '<a>', { staged: 'src/A.vue', root: ofVue(version) });
    expect(said('^2.6.14')).toBe('low');
    expect(said('^3.4.0')).toBeUndefined();
  });

  it('keeps a block in a paragraph, which other elements do not', () => {
    expect(severity('vue/no-parsing-error', '</p> <!-- </div> -->')).toBe('low');
    expect(severity('vue/no-parsing-error', '</div> <!-- </p> -->')).toBeUndefined();
  });
});

describe('an id that is given twice', () => {
  const said = (page: string) =>
    severity('@html-eslint/no-duplicate-id', `<p id="tide"><p id="tide">${page}`, {
      message: "The id 'tide' is duplicated.",
    });

  it.each(['<label for="tide">', '<a href="#tide">', '<p aria-labelledby="moon tide">', "getElementById('tide')"])(
    'leads to the wrong element by %s',
    (reference) => expect(said(reference)).toBeUndefined(),
  );

  it.each(['', '<a href="#tide-2">', '<label for="tides">', 'tide'])('leads nowhere by %j', (text) =>
    expect(said(text)).toBe('low'),
  );
});

it('leaves other rules alone', () => expect(severity('no-eval', 'exec(a)')).toBeUndefined());

describe('in a test', () => {
  it('a list that nobody reads is a left-over', () => {
    const rule = 'sonarjs/no-unused-collection';
    expect(severity(rule, 'const all = [];', { staged: 'src/a.test.ts' })).toBe('low');
    expect(severity(rule, 'const all = [];', { staged: 'src/a.ts' })).toBeUndefined();
  });

  it('a fixed time is less where whole pages are tried', () => {
    const rule = 'sonarjs/no-fixed-wait-in-tests';
    expect(severity(rule, 'await sleep(9);', { staged: 'test/e2e/a.test.ts' })).toBe('low');
    expect(severity(rule, 'await sleep(9);', { staged: 'test/a.test.ts' })).toBeUndefined();
  });

  it('an event need not be awaited where its result is', () => {
    const rule = 'testing-library/await-async-events';
    expect(severity(rule, 'userEvent.click(a);\n\nawait vi.waitFor(() => b());')).toBe('low');
    expect(severity(rule, 'userEvent.click(a);\nexpect(b).toBe(1);')).toBeUndefined();
  });
});

it('a hook that somebody has looked at is less than others', () => {
  const at = (comment: string) =>
    atTheirPlaces([{ rule: 'react-hooks/rules-of-hooks', line: 2, column: 1, message: '' }], {
      text: `// ${comment}\nuseState(1);`,
      staged: 'a.tsx',
      path: '/nowhere/a.tsx',
    })[0]!.severity;
  expect(at('eslint-disable-next-line react-hooks/rules-of-hooks')).toBe('low');
  expect(at('eslint-disable-next-line no-console')).toBeUndefined();
});

describe('branches that all do the same', () => {
  const rule = 'sonarjs/no-all-duplicated-branches';

  it('are less where a comment among them says what they are for', () => {
    expect(
      severity(rule, 'switch (a) {\n  case 1:\n    return true;\n  default:\n    return true;\n}'),
    ).toBeUndefined();
    expect(severity(rule, 'switch (a) {\n  case 1: // known\n    return true;\n  default:\n    return true;\n}')).toBe(
      'low',
    );
    const switched = 'switch (a) {\n  case 1:\n    return true;\n  default:\n    return true;\n}';
    expect(severity(rule, `// the kinds that are known\n${switched}`, { at: switched })).toBe('low');
    const chosen = 'ci ? 0 : 0';
    expect(severity(rule, `/* on the build server only */\n${chosen}`, { at: chosen })).toBeUndefined();
  });
});

describe('two operands that are the same', () => {
  it('are less where the one is shown if it is there', () => {
    const rule = 'sonarjs/no-identical-expressions';
    expect(severity(rule, '<td>{host && host}</td>', { at: 'host && host}</td>' })).toBe('low');
    expect(severity(rule, 'if (host && host) run();', { at: 'host && host) run();' })).toBeUndefined();
  });

  it.each([
    ['  load: props.load && props.load,', 'low'],
    ['const host = a.host && a.host;', 'low'],
    ['const host = a.host || a.host;', undefined],
    ['  load: props.load && props.loadAll,', undefined],
    ['  same: a === a,', undefined],
    ['if (a.ok && a.ok) run();', undefined],
    ['const width = a.end && a.end ? 3 : 5;', undefined],
  ])('are less where a property or a variable gets the value: %s', (text, expected) => {
    const at = /\w\S* (?:&&|\|\||===) \S+.*$/.exec(text.replace(/^if \(/, '    '))![0];
    expect(severity('sonarjs/no-identical-expressions', text, { at })).toBe(expected);
  });
});

it('a field without a label is less where an editor takes the place of a text area', () => {
  const page = (field: string, script: string) => `<template><p>${field}</p></template><script>${script}</script>\n`;
  const of = (field: string, script: string) =>
    severity('vuejs-accessibility/form-control-has-label', page(field, script), { at: field, staged: 'a.vue' });
  expect(of('<textarea id="a" />', 'new SimpleMDE({ element: a });')).toBe('low');
  expect(of('<textarea id="a" />', 'focus(a);')).toBeUndefined();
  expect(of('<input id="a" />', 'new SimpleMDE({ element: b });')).toBeUndefined();
});
