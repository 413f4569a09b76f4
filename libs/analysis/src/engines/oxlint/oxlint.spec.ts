import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { oxlintTools } from '../../catalogue/javascript-oxlint';
import type { StagedFile } from '../../../../target-records/src/staged-file';
import { batchesOf } from './batches';
import { configFor, ruleOf } from './oxlint.config';
import { profileOf } from '../engine-table';

const profile = profileOf('oxlint');

const tool = (id: string) => oxlintTools.find((each) => each.id === id)!;
const correctness = tool('js-correctness');
const flawed = 'let total = 0;\n\ndebugger;\ntotal = total;\n';

describeToolSamples(profile, oxlintTools);

describeHostileFiles(profile, {
  tools: [correctness, tool('oxc-bugs')],
  extension: '.ts',
  flawed,
  malformed: 'const = ;',
  longLine: 'total += 1;'.repeat(190_000),
  deep: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
});

describe('what Vue 3 took away', () => {
  const component = '<script>\nexport default { beforeDestroy() { stop(); } };\n</script>\n';

  it.each([
    ['of a package for Vue 2', '{"dependencies": {"vue": "^2.6.14"}}', []],
    [
      'of a package for Vue 3',
      '{"dependencies": {"vue": "^3.4.0"}}',
      ['a/b.vue:2 vue/no-deprecated-destroyed-lifecycle'],
    ],
    ['of one for both', '{"peerDependencies": {"vue": ">=2"}}', ['a/b.vue:2 vue/no-deprecated-destroyed-lifecycle']],
    ['beside no JSON', '{', ['a/b.vue:2 vue/no-deprecated-destroyed-lifecycle']],
  ])('is a mistake in a component only where Vue 3 runs it: %s', async (_, manifest, found) =>
    expect(
      (await runOn(profile, [tool('vue-script')], { 'a/b.vue': component, 'a/package.json': manifest })).found,
    ).toEqual(found),
  );
});

describe('oxlint on a hostile target', () => {
  it('runs no plugin and obeys no configuration or ignore file of the target', async () => {
    const run = await runOn(profile, [correctness], (canary) => {
      const plugin =
        `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(canary)}, ''); ` +
        `export default { meta: { name: 'x' }, rules: {} };`;
      const config = JSON.stringify({
        jsPlugins: ['./plugin.mjs'],
        rules: { 'no-debugger': 'off' },
        ignorePatterns: ['**'],
      });
      return {
        'plugin.mjs': plugin,
        'src/plugin.mjs': plugin,
        '.oxlintrc.json': config,
        'src/.oxlintrc.json': config,
        'oxlint.config.ts': plugin,
        '.eslintignore': '**\n',
        '.gitignore': '**\n',
        'package.json': '{"eslintConfig": {"ignorePatterns": ["**"]}}',
        'tsconfig.json': '{"extends": "./nowhere.json", "compilerOptions": ',
        'src/a.js': flawed,
        'node_modules/x/b.js': flawed,
        'dist/c.js': flawed,
      };
    });
    expect(run.canaryDied).toBe(false);
    expect(run.found.filter((finding) => finding.endsWith('no-debugger'))).toEqual([
      'dist/c.js:3 no-debugger',
      'node_modules/x/b.js:3 no-debugger',
      'src/a.js:3 no-debugger',
    ]);
  });

  /** The findings in each of the codes, one file each, in one run. */
  const foundIn = async (codes: readonly string[]) => {
    const { tool: runOf } = await runOn(
      profile,
      [correctness],
      Object.fromEntries(codes.map((code, index) => [`${index}.js`, code])),
    );
    return codes.map((_, index) =>
      runOf('js-correctness')
        .findings.filter(({ file }) => file === `${index}.js`)
        .map(({ line, rule }) => `${line} ${rule}`),
    );
  };

  it('hides nothing behind a directive for ESLint', async () => {
    const codes = [
      '/* eslint-disable */\ndebugger;',
      '// eslint-disable-next-line no-debugger\ndebugger;',
      '\ndebugger; // eslint-disable-line',
      '/* eslint no-debugger: off */\ndebugger;',
    ];
    expect(await foundIn(codes)).toEqual(codes.map(() => ['2 no-debugger']));
  });

  it('hides nothing behind a directive of its own, once it is overwritten', async () => {
    const codes = [
      '/* oxlint-disable */\ndebugger;',
      '// oxlint-disable-next-line no-debugger -- it is needed\ndebugger;',
      '\ndebugger; // oxlint-disable-line',
      '/*\noxlint-disable */debugger;',
      '/*\n\u2003oxlint-disable*/debugger;',
      '<!-- oxlint-disable\ndebugger;',
    ];
    const neutral = codes.map((code) =>
      profile.neutralise!.reduce((text, pattern) => text.replace(pattern, (match) => '-'.repeat(match.length)), code),
    );
    expect(neutral.map(({ length }) => length)).toEqual(codes.map(({ length }) => length));
    expect(await foundIn(codes)).not.toContainEqual(expect.arrayContaining(['2 no-debugger']));
    for (const found of await foundIn(neutral)) expect(found).toContain('2 no-debugger');
  });

  it('overwrites nothing that is no directive', () => {
    const code = "const name = 'oxlint'; // run oxlint here\nconst enabled = isOxlintEnabled();\n";
    expect(profile.neutralise!.filter((pattern) => code.match(pattern) !== null)).toEqual([]);
  });

  it('says which files it passes over because of their names', async () => {
    const run = await runOn(profile, [correctness], {
      'a.js': 'debugger;',
      'b.min.js': 'debugger;',
      'c-min.mjs': 'debugger;',
      'd.bundle.js': 'debugger;',
    });
    expect(run.found).toEqual(['a.js:1 no-debugger', 'd.bundle.js:1 no-debugger']);
    expect(run.unreadable).toEqual(['b.min.js', 'c-min.mjs']);
  });

  it('takes file names for names, whatever they look like', async () => {
    const names = ['--fix.js', '-c', 'a b.js', 'a..b.js', '[id].tsx', 'ä.js', '(group)/page.js', 'glob*.js'].map(
      (name) => (name === '-c' ? '-c/x.js' : name),
    );
    const run = await runOn(profile, [correctness], Object.fromEntries(names.map((name) => [name, 'debugger;'])));
    expect(run.found.map((finding) => finding.split(':')[0]).sort()).toEqual([...names].sort());
  });

  it('loses no other file to one that kills the process', async () => {
    const deadly = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const tree = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`${index}.js`, index === 4 ? deadly : 'debugger;']),
    );
    const run = await runOn(profile, [correctness], tree);
    expect(run.found).toHaveLength(8);
    expect(run.tool('js-correctness')).toMatchObject({
      outcome: { status: 'completed' },
      filesChecked: 9,
      unreadable: [{ file: '4.js', reason: expect.stringContaining('ended by') as string }],
    });
  });
});

describe('oxlint tools', () => {
  it('says which rule a version of oxlint does not have', async () => {
    const mistaken = { ...correctness, rules: { 'no-such-rule': { severity: 'low' as const } } };
    expect((await runOn(profile, [mistaken], { 'a.js': flawed })).tool('js-correctness').outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no-such-rule') as string,
    });
  });

  it('gives a finding to each tool that has its rule, and only for files that the tool looks at', async () => {
    const other = {
      ...correctness,
      id: 'other',
      files: ['lib/**'],
      rules: { 'no-debugger': { severity: 'low' as const } },
    };
    const run = await runOn(profile, [correctness, other], { 'lib/a.js': 'debugger;', 'src/a.js': 'debugger;' });
    expect(run.tool('js-correctness').findings.map(({ file }) => file)).toEqual(['lib/a.js', 'src/a.js']);
    expect(run.tool('other').findings.map(({ file }) => file)).toEqual(['lib/a.js']);
    expect(run.tool('other').filesChecked).toBe(1);
  });

  it('points at the second of two keys, the one that wins', async () => {
    expect((await runOn(profile, [correctness], { 'a.js': 'export const a = {\n  b: 1,\n  b: 2,\n};' })).found).toEqual(
      ['a.js:3 no-dupe-keys'],
    );
  });

  it('can all run in one pass: no two configure a rule differently', () => {
    expect(Object.keys(configFor(oxlintTools).rules).length).toBeGreaterThan(250);
    const changed = { ...correctness, id: 'changed', settings: { options: { 'no-unused-vars': [{ args: 'all' }] } } };
    expect(() => configFor([correctness, changed])).toThrow('configure the rule no-unused-vars differently');
  });

  it('only have rules that judge a file by itself, since results are kept by content', () => {
    const others = [
      'import/default',
      'import/named',
      'import/namespace',
      'import/no-cycle',
      'import/export',
      'import/no-named-as-default',
      'import/no-named-as-default-member',
    ];
    expect(oxlintTools.flatMap(({ rules }) => Object.keys(rules)).filter((rule) => others.includes(rule))).toEqual([]);
  });
});

describe('what oxlint takes for a mistake and is none', () => {
  it.each([
    ['a computed method of supertest', "request(app)\n[method]('/')\n  .expect(200)\n", 'no-unexpected-multiline'],
    ['an error passed to next', 'load().then(use).catch((error) => { next(error); });\n', 'no-callback-in-promise'],
    ['the state of a reducer', 'export const reduce = (state = {}, action) => action;\n', 'default-param-last'],
    [
      'an async function as the TypeScript compiler writes it',
      'const a = () => __awaiter(this, void 0, void 0, function* () { return 1; });\n',
      'require-yield',
    ],
    ['a list that nobody takes', 'go();\nall.map((b) => {\n  if (b) return;\n  b.c();\n});\n', 'array-callback-return'],
    ['such a list of a call', 'const c = [];\n\nkeys(d).map((b) => {\n  c.push(b);\n});\n', 'array-callback-return'],
    ['such a list without semicolons', 'go();\nall.map((b) => {\n  b.c()\n})\nend()\n', 'array-callback-return'],
    ['a function that is named like a hook', "import React from 'react';\nuseStore(a);\n", 'rules-of-hooks'],
    ['a fraction with more digits', 'const e = 0.00669342162296594323;\n', 'no-loss-of-precision'],
    [
      'a body that may be none',
      "fetch(a, {\n  method: 'GET',\n  body: b ? c : undefined,\n});\n",
      'no-invalid-fetch-options',
    ],
    ['a search that says nothing for no', 'a.some((b) => { if (b) return true; });\n', 'array-callback-return'],
    [
      'a picture by the path under which it is published',
      "import icon from '/assets/icon.svg';\nuse(icon);\n",
      'absolute',
    ],
    ['a getter that may give nothing', 'export const a = { get b() { if (this.c) return 1; } };\n', 'getter-return'],
    [
      'a component that begins with _',
      'import React from "react";\nexport function _A() { React.useState(1); }\n',
      'rules-of',
    ],
    [
      'an assertion in words of Chai',
      "import { expect, it } from 'vitest';\nit('a', () => { expect(b).to.deep.eq(c); });\n",
      'valid-expect',
    ],
    ['an assertion of Vitest', "it('a', () => { expect.assert.isOk(b); });\n", 'valid-expect'],
    [
      'an assertion of Vitest that is imported',
      "import { expect, it } from 'vitest';\nit('a', () => { expect.assert.isOk(b); });\n",
      'valid-expect',
    ],
    [
      'a matcher behind a mark for the compiler',
      "import { expect, it } from 'vitest';\nit('a', () => { expect(b.c(f(1)))!.toBe(1); });\n",
      'valid-expect',
    ],
    ['the same in Jest', "it('a', () => { expect(b)!.toBe(1); });\n", 'valid-expect'],
    [
      'an expectation that is kept',
      "import { expect, it } from 'vitest';\nit('a', () => {\n  const b = expect(c).rejects;\n  b.toThrow();\n});\n",
      'valid-expect',
    ],
    [
      'an expectation that is kept and awaited',
      "it('a', async () => {\n  const b = expect(c).rejects.toThrow();\n  await d();\n  await b;\n});\n",
      'valid-expect',
    ],
    ['an assertion in words', "it('a', () => {\n  expect(b(), 'to be ok');\n});\n", 'valid-expect'],
    [
      'a suite that is the value of one test',
      "import { describe, it } from 'vitest';\ndescribe('a', () =>\n  it('b', () => {\n    c();\n  }));\n",
      'valid-describe-callback',
    ],
    [
      'a suite that waits for nothing itself',
      "import { describe, it } from '@jest/globals';\n" +
        "describe('a', async () => {\n  it('b', async () => {\n    await c();\n  });\n});\n",
      'valid-describe-callback',
    ],
    ['a value that is filtered out', 'a.map((b) => {\n  if (b) return 1;\n})\n  .filter(Boolean);\n', 'array-callback'],
    ['an expectation of Cypress', "it('x', () => { cy.get('a').then((a) => { expect(a).to.be.ok; }); });\n", 'jest/'],
    [
      'an assertion of Vitest with a message',
      "import { expect, it } from 'vitest';\nit('a', () => { expect(b, 'no b').toBe(1); });\n",
      'valid-expect',
    ],
    [
      'a group of Vitest that is made in its own time',
      "import { describe, expect, it } from 'vitest';\n" +
        "describe('a', async () => { it('b', () => expect(c).toBe(1)); });\n",
      'valid-describe-callback',
    ],
    [
      'a link in a picture',
      'import { ImageResponse } from "next/og";\nexport const GET = () => new ImageResponse(<a href="#">b</a>);\n',
      'anchor-is-valid',
    ],
    ['a composable of Vue', "import { ref } from 'vue';\nexport const f = () => { if (a) useModel(ref); };\n", 'hooks'],
  ])('%s', async (_, text, rule) =>
    expect(
      (await runOn(profile, oxlintTools, { 'src/a.ts': text })).found.filter((each) => each.includes(rule)),
    ).toEqual([]),
  );

  it('finds an assertion without a matcher, also where a mark for the compiler is behind it', async () => {
    const text =
      "import { expect, it } from 'vitest';\nit('a', () => { expect(b)!; });\nit('b', () => { expect(b); });\n" +
      "it('c', () => {\n  const b = expect(c);\n});\n";
    const { found } = await runOn(profile, oxlintTools, { 'src/a.test.ts': text });
    expect(found.filter((each) => each.includes('valid-expect'))).toHaveLength(3);
  });

  it.each([
    ['a chain that goes on in an indented line', 'const f = (a) => {\n  return b(a)\n    [a ? c : d](1)\n};\n', 0],
    ['a statement that begins with a bracket', 'const b = a\n[1, 2].forEach(f)\n', 1],
    ['a bracket below a comment that is indented less', 'if (a) {\n  b(a)\n// then\n  [1, 2].map(f)\n}\n', 1],
  ])('%s', async (_, text, count) =>
    expect(
      (await runOn(profile, oxlintTools, { 'src/a.ts': text })).found.filter((each) => each.includes('multiline')),
    ).toHaveLength(count),
  );

  it.each([
    ['a part of a translated text', 'return t.rich("a", { b: (chunks) => <b>{chunks}</b> });', 0],
    [
      'a cell of a table',
      'const columns = [{ onRender: (row) => <i>{row}</i> }];\n  return <Table columns={columns} />;',
      0,
    ],
    ['a handler', 'const open = async () => { show(<Dialog />); };\n  return <a onClick={open}>b</a>;', 0],
    ['a function that is called', 'const Row = (row) => <li>{row}</li>;\n  return <ul>{rows.map(Row)}</ul>;', 0],
    ['a component', 'const Row = ({ row }) => <li>{row}</li>;\n  return <ul><Row row={rows} /></ul>;', 1],
    ['a component in memo', 'const Row = React.memo(() => <li />);\n  return <ul><Row /></ul>;', 1],
    ['a component of a route', 'return <Route component={() => <Page rows={rows} />} />;', 1],
  ])('of what is made while rendering: %s', async (_, body, count) => {
    const text = `import React from 'react';\nexport function List({ rows, t }) {\n  ${body}\n}\n`;
    const { found } = await runOn(profile, oxlintTools, { 'src/a.jsx': text });
    expect(found.filter((each) => each.includes('nested-components'))).toHaveLength(count);
  });

  it.each([
    ['a page that has no language', '<html><body /></html>', 'jsx-a11y/lang', 0],
    ['a page in a language that does not exist', '<html lang="xx-none"><body /></html>', 'jsx-a11y/lang', 1],
    ['an attribute as HTML has it', '<p class="a">{props.a}</p>', 'unknown-property', 1],
    ['a label that gets what it names', '<label {...props}>a</label>', 'label-has', 0],
    ['a label that names nothing', '<label className="a">a</label>', 'label-has', 1],
    ['a link that is filled by a translation', '<Trans components={{ a: <a href="/" /> }} />', 'anchor-has', 0],
    ['a click that ends there', '<p onClick={(a) => a.stopPropagation()}>a</p>', 'click-events', 0],
    ['a click that does something', '<p onClick={() => props.open()}>a</p>', 'click-events', 1],
    ['a hook on a condition', '<p>{props.b && React.useState(1)[0]}</p>', 'rules-of-hooks', 1],
    ['a jump target', '<h3><a name="terms"></a>Terms</h3>', 'anchor-has', 0],
    ['a link that is filled by a component', '<Button render={<a href="/" />}>a</Button>', 'anchor-has', 0],
  ])('%s', async (_, element, rule, count) => {
    const text = `import React from 'react';\nexport const A = (props) => (\n  ${element}\n);\n`;
    const { found } = await runOn(profile, oxlintTools, { 'src/a.jsx': text });
    expect(found.filter((each) => each.includes(rule))).toHaveLength(count);
  });

  const settled = (statements: string) =>
    `new Promise((resolve, reject) => {\n  try {\n    ${statements}\n  } catch {\n    reject(0);\n  }\n});\n`;

  it.each([
    ['a request whose method is in a variable', 'fetch(a, {\n  method,\n  body: b,\n});\n', 'fetch-options', 0],
    ['a request that computes its method', 'fetch(a, { body: b, method: of(c) });\n', 'fetch-options', 0],
    ['a request with GET and a body', "fetch(a, {\n  method: 'GET',\n  body: b,\n});\n", 'fetch-options', 1],
    ['a map of a library', 'const c = O.map((b) => { if (b) { return 1; } });\n', 'array-callback', 0],
    ['a list made of another', 'const c = Array.from(a, (b) => { if (b) { return 1; } });\n', 'array-callback', 1],
    ['a promise that is settled last', settled('resolve(JSON.parse(text));'), 'multiple-resolved', 0],
    ['a promise that is settled first', settled('resolve(1); go();'), 'multiple-resolved', 1],
    [
      'a break behind a return',
      'function f() {\n  switch (a) {\n    case 1:\n      return 1;\n      break;\n  }\n}\n',
      'no-unreachable',
      0,
    ],
    ['a call behind a return', 'function a() {\n  return 1;\n  b();\n}\n', 'no-unreachable', 1],
    ['an address that is set again', 'location.href = location.href;\n', 'no-self-assign', 0],
    ['a property that is set to itself', 'a.owner = a.owner;\n', 'no-self-assign', 1],
    ['a variable that is set to itself', 'let a = 1;\na = a;\n', 'no-self-assign', 1],
    ['a break by habit', 'switch (a) {\n  case 1:\n    return b();\n    break;\n}\n', 'no-unreachable', 0],
    ['a call that never comes', 'const f = () => {\n  return;\n  send(); // break;\n};\n', 'no-unreachable', 1],
    [
      'an executor that catches what it throws',
      'new Promise(async (done) => {\n  try {\n    await b();\n  } catch (c) {\n    done(c);\n  }\n});\n',
      'async-promise',
      0,
    ],
    [
      'an executor that does not',
      'new Promise(async (done) => {\n  await b();\n  try { done(); } catch {}\n});\n',
      'async-promise',
      1,
    ],
    ['an export that makes a module', 'globalThis.a = 1;\nexport {};\n', 'module-specifiers', 0],
    ['an import of nothing', "import {} from './b.js';\n", 'module-specifiers', 1],
    ['a list that all wait for', 'await Promise.all(\n  a.map((b) => {\n    c(b);\n  })\n);\n', 'array-callback', 1],
    ['a list that is kept', 'go();\nconst c =\n  a.map((b) => {\n    d(b);\n  });\n', 'array-callback', 1],
    ['a list that goes on', 'go();\na.map((b) => {\n  d(b);\n})\n  .join();\n', 'array-callback', 1],
    ['a callback that says it gives nothing', 'a.map((b) => { if (b) return; return 1; });\n', 'array-callback', 0],
  ])('%s', async (_, text, rule, count) =>
    expect(
      (await runOn(profile, oxlintTools, { 'src/a.js': text })).found.filter((each) => each.includes(rule)),
    ).toHaveLength(count),
  );

  it('a suite that waits for its tests loses some', async () => {
    const text =
      "import { describe, it } from '@jest/globals';\n" +
      "describe('a', async () => {\n  const d = await c();\n  it('b', () => d());\n});\n";
    const { found } = await runOn(profile, oxlintTools, { 'src/a.test.ts': text });
    expect(found.filter((each) => each.endsWith('/valid-describe-callback'))).toEqual([
      'src/a.test.ts:2 jest/valid-describe-callback',
    ]);
  });

  it('a component that is a part of itself', async () => {
    const selves = async (file: string, text: string) =>
      (await runOn(profile, oxlintTools, { [file]: text })).found.filter((each) => each.includes('no-self-import'));
    const text = "import A from './a.vue';\nuse(A);\n";
    expect(await selves('src/a.vue', `<script setup>\n${text}</script>\n`)).toEqual([]);
    expect(await selves('src/a.js', "import A from './a.js';\nuse(A);\n")).toHaveLength(1);
  });

  it.each(['preact', '@react-three/fiber'])('an attribute that %s knows', async (name) => {
    const text = `import { h } from '${name}';\nexport const A = () => <p class="a" position={[1]} />;\n`;
    const { found } = await runOn(profile, oxlintTools, { 'src/a.jsx': text });
    expect(found.filter((each) => each.includes('unknown-property'))).toEqual([]);
  });

  it('a link that is given what it holds', async () => {
    const text = (attributes: string) =>
      `export const A = (props) => (\n  <a\n    ${attributes}\n    onClick={() => go()}\n  />\n);\n`;
    const found = async (attributes: string) =>
      (await runOn(profile, oxlintTools, { 'src/a.tsx': text(attributes) })).found.filter((each) =>
        each.includes('anchor-has'),
      );
    expect(await found('{...props}')).toEqual([]);
    expect(await found('href="/"')).toHaveLength(1);
  });

  it('a page of React in a project that Next.js does not build', async () => {
    const page = { 'src/pages/a.jsx': 'export const A = () => <script src="/a.js"></script>;\n' };
    const found = async (files: Record<string, string>) =>
      (await runOn(profile, oxlintTools, files)).found.filter((each) => each.includes('no-sync-scripts'));
    expect(await found(page)).toEqual([]);
    expect(await found({ ...page, 'next.config.mjs': 'export default {};\n' })).toHaveLength(1);
  });

  it('a value that map forgets stays one', async () =>
    expect(
      (await runOn(profile, oxlintTools, { 'src/a.ts': 'a.map((b) => { if (b) return true; });\n' })).found,
    ).toContainEqual(expect.stringContaining('array-callback-return')));

  it('a hook of React called conditionally stays one', async () =>
    expect(
      (
        await runOn(profile, oxlintTools, {
          'src/a.ts': "import { useState } from 'react';\nexport function useA(a) {\n  if (a) useState(1);\n}\n",
        })
      ).found,
    ).toContainEqual(expect.stringContaining('rules-of-hooks')));
});

describe('names of oxlint rules', () => {
  it.each([
    ['eslint(no-debugger)', 'no-debugger'],
    ['next(no-typos)', 'nextjs/no-typos'],
    ['react-hooks(rules-of-hooks)', 'react/rules-of-hooks'],
    ['jsx-a11y(alt-text)', 'jsx-a11y/alt-text'],
    ['TS(1036)', undefined],
    [undefined, undefined],
  ])('%s is %s', (code, rule) => expect(ruleOf(code)).toBe(rule));
});

describe('batches of files', () => {
  const file = (staged: string, size = 10): StagedFile => ({ staged, path: staged, size, lines: 1, language: '' });

  it('keeps the arguments of a run within bounds, however many and long the names are', () => {
    const files = Array.from({ length: 5_000 }, (_, index) => file(`${'x'.repeat(500)}${index}.js`));
    const batches = batchesOf(files);
    for (const batch of batches)
      expect(batch.reduce((sum, { staged }) => sum + staged.length, 0)).toBeLessThan(256 * 1024);
    expect(batches.flat()).toHaveLength(5_000);
  });

  it('puts large files last and alone', () => {
    expect(
      batchesOf([file('b.js'), file('a.js', 1e6), file('c.js')]).map((batch) => batch.map(({ staged }) => staged)),
    ).toEqual([['b.js', 'c.js'], ['a.js']]);
  });

  it('makes none of nothing', () => expect(batchesOf([])).toEqual([]));
});
