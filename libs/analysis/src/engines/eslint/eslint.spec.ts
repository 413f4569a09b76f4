import { describeHostileFiles } from '../../../test/hostile-files';
import { TEMPLATES } from '../../../test/page-templates';
import { type TreeRun, runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { eslintTools } from '../../catalogue/eslint';
import { profileOf } from '../engine-table';
import { lintConfig, settingsOf } from './lint-config';

const profile = profileOf('eslint');

const tool = (id: string) => eslintTools.find((each) => each.id === id)!;
const security = tool('eslint-security');
const evil = 'const answer = 42;\n\neval(answer);\n';

describeToolSamples(profile, eslintTools);

describeHostileFiles(profile, {
  tools: [security, tool('sonar-bugs'), tool('regex-correctness')],
  extension: '.ts',
  flawed: evil,
  malformed: 'const = ;',
  longLine: 'total += 1;'.repeat(190_000),
  deep: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
});

describeHostileFiles(profile, {
  tools: [tool('vue-templates'), tool('vue-accessibility'), security],
  extension: '.vue',
  flawed: '<script>\neval(name);\n</script>\n<template>\n<img src="a">\n</template>\n',
  malformed: '<script>\nconst = ;\n</script>\n',
  longLine: `<template>${'<p>a</p>'.repeat(250_000)}</template>`,
  deep: `<template>${'<b>'.repeat(10_000)}${'</b>'.repeat(10_000)}</template>`,
});

describeHostileFiles(profile, {
  tools: [tool('yaml-lint')],
  extension: '.yaml',
  flawed: 'version: 3.10\nname:\n',
  malformed: 'a: [1\nb: 2\n',
  longLine: `a: [${'1, '.repeat(700_000)}1]`,
  deep: `a: ${'['.repeat(5_000)}${']'.repeat(5_000)}`,
});

it('takes no template for a broken page', async () =>
  expect((await runOn(profile, [tool('html-eslint')], TEMPLATES)).found).toEqual([]));

describe('ESLint on a hostile target', () => {
  it('runs no code of the target, and obeys none of its configuration', async () => {
    const run = await runOn(profile, eslintTools, (canary) => {
      const bite =
        `require('node:fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = { ` +
        `rules: {}, ignores: ['**'] };`;
      const biteModule =
        `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(canary)}, ''); ` +
        `export default [{ ignores: ['**'] }];`;
      const packages = [
        'typescript',
        'svelte',
        'espree',
        'eslint',
        'eslint-scope',
        'postcss',
        'sass',
        'browserslist-config-canary',
        'eslint-plugin-canary',
        '@babel/core',
        'vue-eslint-parser',
      ];
      return {
        ...Object.fromEntries(packages.map((name) => [`node_modules/${name}/index.js`, bite])),
        'eslint.config.js': bite,
        'eslint.config.mjs': biteModule,
        'eslint.config.cjs': bite,
        'src/eslint.config.js': bite,
        '.eslintrc.js': bite,
        '.eslintrc.cjs': bite,
        'src/.eslintrc.json':
          '{"root": true, "ignorePatterns": ["**"], "rules": {"security/detect-eval-with-expression": "off"}}',
        '.eslintignore': '**\n',
        'src/.eslintignore': '**\n',
        '.browserslistrc': 'extends browserslist-config-canary\n',
        'package.json':
          '{"browserslist": ["extends browserslist-config-canary"], "babel": {}, "eslintConfig": ' +
          '{"plugins": ["canary"]}, "eslintIgnore": ["**"]}',
        'babel.config.js': bite,
        '.babelrc.js': bite,
        'svelte.config.js': biteModule,
        'postcss.config.js': bite,
        'vue.config.js': bite,
        'tsconfig.json': '{"extends": "typescript", "compilerOptions": {"plugins": [{"name": "canary"}]}}',
        'src/a.js': evil,
        'src/b.ts': evil,
        'src/compat.js': 'navigator.getBattery();\n',
        'src/c.vue':
          `<script lang="ts">\n${evil}</script>\n<template><p v-html="a" /></template>\n<style ` +
          'lang="scss">a { b: c }</style>\n',
        'src/d.svelte': [
          '<script lang="ts">',
          `${evil}</script>`,
          '{@html answer}',
          '<style lang="postcss">a { color: red }</style>\n',
        ].join('\n'),
      };
    });
    expect(run.canaryDied).toBe(false);
    for (const { id } of eslintTools) expect(run.tool(id).outcome).toEqual({ status: 'completed' });
    expect(run.found).toEqual(
      expect.arrayContaining([
        'src/a.js:3 security/detect-eval-with-expression',
        'src/b.ts:3 security/detect-eval-with-expression',
        'src/c.vue:4 security/detect-eval-with-expression',
        'src/d.svelte:4 security/detect-eval-with-expression',
        'src/d.svelte:6 svelte/no-at-html-tags',
        'src/c.vue:6 vue/no-v-html',
        'src/compat.js:1 compat/compat',
      ]),
    );
  }, 120_000);

  describe('finds what a directive would hide', () => {
    const hidden: readonly (readonly [tool: string, file: string, code: string, line: number])[] = [
      ['eslint-security', 'a.js', '/* eslint-disable */\neval(a);', 2],
      ['eslint-security', 'a.js', '// eslint-disable-next-line security/detect-eval-with-expression\neval(a);', 2],
      ['eslint-security', 'a.ts', '/* eslint security/detect-eval-with-expression: 0 */\neval(a as string);', 2],
      ['sonar-security', 'a.js', 'eval(a); // NOSONAR', 1],
      ['eslint-security', 'a.vue', '<!-- eslint-disable -->\n<script>\n/* eslint-disable */ eval(a);\n</script>\n', 3],
      [
        'vue-templates',
        'a.vue',
        '<template>\n<!-- eslint-disable-next-line vue/no-v-html -->\n<p v-html="a" />\n</template>',
        3,
      ],
      [
        'svelte-raw-html',
        'a.svelte',
        '<!-- eslint-disable-next-line svelte/no-at-html-tags -->\n<!-- svelte-ignore no-at-html-tags -->\n{@html a}',
        3,
      ],
      ['yaml-lint', 'a.yaml', '# eslint-disable\ngo: 1.10 # eslint-disable-line\n', 2],
      ['json-lint', 'a.jsonc', '/* eslint-disable */\n{"a": 1, "a": 2}', 2],
      ['toml-lint', 'a.toml', '# eslint-disable\na = [1, "b"] # eslint-disable-line\n', 2],
      [
        'html-eslint',
        'a.html',
        '<!-- eslint-disable --><!-- html-eslint-disable -->\n<p id="a"></p>\n<img src="a"><!-- ' +
          'eslint-disable-line -->\n',
        3,
      ],
      ['react-hooks', 'a.jsx', 'function A({ user }) {\n  "use no memo";\n  user.visits = 1;\n  return <p />;\n}', 3],
      [
        'react-hooks',
        'a.jsx',
        '/* eslint-disable react-hooks/rules-of-hooks */\nfunction A({ user }) {\n  user.visits ' +
          '= 1;\n  return <p />;\n}',
        3,
      ],
    ];
    const nameOf = (number: number, file: string): string => `${number}${file}`;
    let run: TreeRun;
    // One run for all tests, because the plugins take seconds to load.
    beforeAll(async () => {
      run = await runOn(
        profile,
        eslintTools,
        Object.fromEntries(hidden.map(([, file, code], number) => [nameOf(number, file), code])),
      );
    }, 120_000);

    it.each(hidden.map(([id, file, code, line], number) => ({ id, file, code, line, number })))(
      '$id in $file: $code',
      ({ id, file, line, number }) =>
        expect(run.tool(id).findings.map((finding) => `${finding.file}:${finding.line}`)).toContain(
          `${nameOf(number, file)}:${line}`,
        ),
    );
  });

  it("finds what Flow's suppressions would hide, once they are overwritten", async () => {
    const code = 'function A({ user }) {\n  // $FlowFixMe[react-rule-hook]\n  user.visits = 1;\n  return <p />;\n}';
    const neutral = profile.neutralise!.reduce(
      (text, pattern) => text.replace(pattern, (match) => '-'.repeat(match.length)),
      code,
    );
    expect(neutral).toHaveLength(code.length);
    expect((await runOn(profile, [tool('react-hooks')], { 'a.jsx': neutral })).found).toEqual([
      'a.jsx:3 react-hooks/immutability',
    ]);
    expect(
      profile.neutralise!.filter((pattern) => '// $FlowFixMe[incompatible-type] and $FlowFixMe'.match(pattern)),
    ).toEqual([]);
  });

  it('takes file names for names, whatever they look like', async () => {
    const names = [
      '--fix.js',
      '-c/x.js',
      'a b.js',
      '[id].tsx',
      'ä.js',
      '(group)/page.js',
      'glob*.js',
      '!not.js',
      'node_modules/x/b.js',
      'dist/c.js',
    ];
    const run = await runOn(profile, [security], Object.fromEntries(names.map((name) => [name, evil])));
    expect(run.found.map((finding) => finding.split(':')[0]).sort()).toEqual([...names].sort());
  });
});

describe('ESLint tools', () => {
  it('reads JavaScript with decorators, JSX, returns at the top and repeated declarations', async () => {
    const run = await runOn(profile, [security], {
      'a.js': `@sealed class A {}\n${evil}`,
      'b.js': `return <p>{1}</p>;\n${evil}`,
      'c.js': `let a; let a;\n${evil}`,
      'd.cjs': `with (a) {}\n${evil}`,
    });
    expect(run.unreadable).toEqual([]);
    expect(run.found.map((finding) => finding.split(':')[0])).toEqual(['a.js', 'b.js', 'c.js', 'd.cjs']);
  });

  it('keeps the findings of a rule on files where it would throw: require(name) and no-insecure-random', async () => {
    const run = await runOn(
      profile,
      [tool('microsoft-sdl')],
      Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`${index}.js`, 'require(name);\nMath.random();\n'])),
    );
    expect(run.tool('microsoft-sdl')).toMatchObject({ outcome: { status: 'completed' }, unreadable: [] });
    expect(run.found).toHaveLength(6);
  });

  it("does not take a parameter for the browser's global of the same name", async () => {
    const run = await runOn(profile, [tool('browser-compat')], {
      'a.ts': 'export const now = (scheduler: Clock) => scheduler.now();\nscheduler.postTask(now);\n',
    });
    expect(run.found).toEqual(['a.ts:2 compat/compat']);
  });

  it('tells of code made from a string where it is made, not at each call of it', async () => {
    const { found } = await runOn(profile, [tool('sonar-security')], {
      'a.js':
        "const { runInNewContext } = require('vm');\nconst call = eval;\nfunction build(code, x) {\n" +
        "  const run = new Function('a', code);\n  run(x);\n  let later;\n  later = Function(code);\n" +
        '  later(x);\n  call(code);\n  return runInNewContext(code);\n}\n',
    });
    expect(found).toEqual([4, 7, 9, 10].map((line) => `a.js:${line} sonarjs/code-eval`));
  });

  it('tells sanitized markup, files that are run and public keys from others on the same lines', async () => {
    const { found } = await runOn(profile, eslintTools, {
      'a.js':
        "import vm from 'node:vm';\nimport fs from 'node:fs';\n" +
        'export function f(p, context, box, sanitizedText, html) {\n' +
        "  vm.runInContext(fs.readFileSync(p, 'utf8'), context);\n  vm.runInContext(html, context);\n" +
        '  box.innerHTML = sanitizedText.value;\n  box.innerHTML = box.innerHTML;\n' +
        '  box.innerHTML = html; box.innerHTML = box.innerHTML;\n}\n' +
        "const PUBLIC_KEY = 'MCowBQYDK2VwAyEAY0OZFFE5kSuqYK6/UprTL5RmvQ+8dpPTGMCw1MiO/Gs=';\n" +
        "const KEY = 'Y0OZFFE5kSuqYK6/UprTL5RmvQ+8dpPTGMCw1MiO/Gs='; // PUBLIC_KEY = 'none'\n",
      'a.vue': '<template>\n  <p v-html="sanitizedContent" />\n  <p v-html="content" />\n</template>\n',
    });
    const rules = ['sonarjs/code-eval', 'no-unsanitized/property', 'no-secrets/no-secrets', 'vue/no-v-html'];
    expect(found.filter((each) => rules.includes(each.split(' ')[1]!)).sort()).toEqual([
      'a.js:11 no-secrets/no-secrets',
      'a.js:5 sonarjs/code-eval',
      'a.js:8 no-unsanitized/property',
      'a.vue:3 vue/no-v-html',
    ]);
  });

  it('fails a tool whose rule the installed plugin does not have, and no other', async () => {
    const mistaken = { ...security, id: 'mistaken', rules: { 'security/no-such-rule': { severity: 'low' as const } } };
    const unknown = { ...security, id: 'unknown', rules: { 'nowhere/rule': { severity: 'low' as const } } };
    const run = await runOn(profile, [mistaken, unknown, security], { 'a.js': evil });
    expect(run.tool('mistaken').outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('security/no-such-rule') as string,
    });
    expect(run.tool('unknown').outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('nowhere') as string,
    });
    expect(run.tool('eslint-security').outcome).toEqual({ status: 'completed' });
    expect(run.found).toEqual(['a.js:3 security/detect-eval-with-expression']);
  });

  it('gives a finding to each tool that has its rule, and only for files that the tool looks at', async () => {
    const other = { ...security, id: 'other', files: ['lib/**'] };
    const run = await runOn(profile, [security, other], { 'lib/a.js': evil, 'src/a.js': evil });
    expect(run.tool('eslint-security').findings.map(({ file }) => file)).toEqual(['lib/a.js', 'src/a.js']);
    expect(run.tool('other').findings.map(({ file }) => file)).toEqual(['lib/a.js']);
    expect(run.tool('other').filesChecked).toBe(1);
  });

  it('does not call a template broken YAML', async () => {
    const run = await runOn(profile, [tool('yaml-lint')], {
      'chart/service.yaml': 'name: {{ .Release.Name }}\n  {{- include "labels" . }}\n',
      'scale/set.yaml': 'metadata:\n  name: @SET_NAME@\n',
      'broken.yaml': 'name: @a\n',
    });
    expect(run.found).toEqual(['broken.yaml:1 parse-error']);
    expect(run.unreadable).toEqual(expect.arrayContaining(['chart/service.yaml', 'scale/set.yaml']));
  });

  it('does not call broken what Terraform or a reader fills in', async () => {
    const run = await runOn(profile, [tool('yaml-lint')], {
      'eks/values/assets.yaml': 'a: ${b}\n%{ if c }\nd:\n  e: true\n%{ endif }\n',
      'eks/values/carts.yaml': 'a: b\n${c}\n',
      'eks/values/other.yaml': 'a: b\n${c}\n',
      'eks/main.tf': 'locals {\n  carts = templatefile("${path.module}/values/carts.yaml", { c = "d" })\n}\n',
      'policy.yaml': 'ingress:\n  - from:\n      - <EDIT: ADD THE NAMESPACE>\n          <EDIT: ADD: THE PODS>\n',
      'shop.yaml': 'a:\n  - <b>\n      <c: d>\n',
    });
    expect(run.found).toEqual(['eks/values/other.yaml:2 parse-error', 'shop.yaml:2 parse-error']);
    expect(run.unreadable).toEqual(
      expect.arrayContaining(['eks/values/assets.yaml', 'eks/values/carts.yaml', 'policy.yaml']),
    );
  });

  it('leaves out what a suite for parsers has to fail', async () => {
    const run = await runOn(profile, [tool('json-lint')], {
      'bin/jsonchecker/fail1.json': '[1,}\n',
      'bin/jsonchecker/pass1.json': '[1,}\n',
      'data/fail1.json': '[1,}\n',
    });
    expect(run.found).toEqual(['bin/jsonchecker/pass1.json:1 parse-error', 'data/fail1.json:1 parse-error']);
  });

  it('does not call JSON broken whose values are variables', async () => {
    const run = await runOn(profile, [tool('json-lint')], {
      'client.json': '{\n  "id": $ARGS.named.CLIENT_ID\n}\n',
      'policy.json': '{\n  "Resource": ${arn}\n}\n',
      'policies.json': '{\n  "Resource": [\n    ${join(",", arns)}\n  ]\n}\n',
      'price.json': '{\n  "price": "$5" "b": 1\n}\n',
    });
    expect(run.found).toEqual(['price.json:2 parse-error']);
    expect(run.unreadable).toEqual(expect.arrayContaining(['client.json', 'policy.json', 'policies.json']));
  });

  it('does not call a file broken in which a word between marks or a loop stands for a value', async () => {
    const broken = {
      'port.json': '{\n  "port": __DIRNAME\n}\n',
      'note.json': '{\n  "note": "__VERSION__" "b": 1\n}\n',
      'note.yaml': 'a: __PORT__\nb: c: d\n',
    };
    const templates = {
      'package.json': '{\n  "version": __VERSION__,\n  "a": 1\n}\n',
      'names.json': '[\n<#list names as name>\n  "${name}"\n</#list>\n]\n',
      'app.yaml': 'app:\n  port: %PORT%\n',
      'pyproject.toml': '[project]\nversion = __VERSION__\n',
    };
    const tools = ['json-lint', 'yaml-lint', 'toml-lint'].map(tool);
    const run = await runOn(profile, tools, { ...broken, ...templates });
    expect(run.found.toSorted()).toEqual([
      'note.json:2 parse-error',
      'note.yaml:2 parse-error',
      'port.json:2 parse-error',
    ]);
    expect(run.unreadable).toEqual(expect.arrayContaining(Object.keys(templates)));
  });

  it('does not call a text of another language broken JSON', async () => {
    const others = {
      'base.json': '# settings\nwait = "10s"\n',
      'agent.json': 'template {\n  source = "a"\n}\n',
      'server.json': 'resource "a" "b" {}\n',
      'graphql.json': 'mutation add {\n  add(notes: "a") { id }\n}\n',
    };
    const run = await runOn(profile, [tool('json-lint')], {
      ...others,
      'cut.json': 'name": "a"}\n',
      'true.json': 'true {"a": 1}\n',
    });
    expect(run.found.toSorted()).toEqual(['cut.json:1 parse-error', 'true.json:1 parse-error']);
    expect(run.unreadable).toEqual(expect.arrayContaining(Object.keys(others)));
  });

  it('does not call words that are no JSON at all broken JSON', async () => {
    const run = await runOn(profile, [tool('json-lint')], { '404.json': '404 not found\n', 'a.json': '{ "a": }\n' });
    expect(run.found).toEqual(['a.json:1 parse-error']);
    expect(run.unreadable).toContain('404.json');
  });

  it('does not call a stream of JSON values broken, unless one of them is', async () => {
    const run = await runOn(profile, [tool('json-lint')], {
      'books.json': '{ "title": "a }{ b" }\n{ "title": "c" }\n',
      'broken.json': '{ "title": "a" }\n{ "title": }\n',
      'twice.json': '{ "title": "a" }, { "title": "b" }\n',
    });
    expect(run.found).toEqual(['broken.json:2 parse-error', 'twice.json:1 parse-error']);
    expect(run.unreadable).toContain('books.json');
  });

  it('takes no YAML for broken that others read', async () => {
    const run = await runOn(profile, [tool('yaml-lint')], {
      '.cirrus.yml': 'task: { name: a }\ntask: { name: b }\n',
      'closed.yml': "a: 'one\n  two.\n\n'\nb: c\n",
      'deep/.cirrus.yml': 'task:\n  env: { A: b, A: c }\n',
      'merged.yml': 'a: &a { b: 1 }\nc: &c { d: 1 }\ne:\n  <<: *a\n  <<: *c\n',
      'open.yml': "a: 'one\n  two.\nb: c\n",
      'twice.yml': 'a: 1\nb: 2\na: 3\n',
    });
    expect(run.found.map((each) => each.replace(/:\d+/, ''))).toEqual([
      'deep/.cirrus.yml duplicate-key',
      'open.yml parse-error',
      'twice.yml duplicate-key',
    ]);
  });

  it('never shows a whole secret', async () => {
    const secret = 'fakeQ7zX2vLp9RwK4tNc8YbJ1mHd5GsF3aEu6oTi';
    const run = await runOn(profile, eslintTools, {
      'a.js': `export const apiKey = '${secret}', password = '${secret}';\n`,
    });
    expect(run.found).toContain('a.js:1 no-secrets/no-secrets');
    expect(JSON.stringify(eslintTools.map(({ id }) => run.tool(id).findings))).not.toContain(secret.slice(0, 12));
  });

  it('can all run in one pass: no two configure a rule differently', () => {
    const options = new Map<string, string>();
    for (const each of eslintTools) {
      for (const rule of Object.keys(each.rules)) {
        const own = JSON.stringify(settingsOf(each).options?.[rule] ?? []);
        expect([rule, options.get(rule) ?? own]).toEqual([rule, own]);
        options.set(rule, own);
      }
      for (const rule of Object.keys(settingsOf(each).options ?? {})) expect(Object.keys(each.rules)).toContain(rule);
      for (const rule of (settingsOf(each).except ?? []).flatMap(({ rules }) => rules))
        expect(Object.keys(each.rules)).toContain(rule);
    }
  });

  it('tell their users what to do: each has a CWE on every security rule, and a title on every rule', () => {
    for (const each of eslintTools) {
      for (const [rule, { cwe, title }] of Object.entries(each.rules)) {
        expect([rule, title]).toEqual([rule, expect.stringMatching(/[^.]$/)]);
        const weakness = each.category === 'security' ? cwe : 'CWE-0';
        expect([rule, weakness]).toEqual([rule, expect.stringMatching(/^CWE-\d+$/)]);
      }
    }
  });

  it('configure ESLint with nothing of the target: no inline configuration, no file of its own', () => {
    const [, config] = lintConfig(
      { kind: 'javascript', lenient: false, tools: [security], withoutRules: new Set() },
      new Map(),
      { typescript: undefined, vue: undefined, svelte: undefined },
    );
    expect(config).toMatchObject({ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } });
  });
});
