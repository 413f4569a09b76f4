import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { depcheckTools } from '../../catalogue/declared-dependencies';
import { profileOf } from '../engine-table';
import { hasOnlyAttempts } from '../kit/modules/attempts';
import { isMentioned } from './mentions';
import { isNamedIn } from './named-in-sources';
import { isPackageName } from './packages';
import { peersIn } from './peers';

const profile = profileOf('depcheck');

describeToolSamples(profile, depcheckTools);

const FLAWED = {
  'package.json': '{\n  "dependencies": {\n    "left-pad": "1"\n  }\n}\n',
  'src/a.js': "\nrequire('dayjs');\n",
};
const FOUND = ['package.json:3 unused-dependency', 'src/a.js:2 missing-dependency'];

describe('depcheck', () => {
  it('runs and obeys nothing of the target', async () => {
    const run = await runOn(profile, depcheckTools, (canary) => {
      const hostile = `require('fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = { presets: [] };`;
      return {
        ...FLAWED,
        '.depcheckrc': 'ignores: ["*"]\n',
        '.depcheckignore': '*\n',
        '.gitignore': '*\n',
        'src/.gitignore': '*\n',
        'babel.config.js': hostile,
        'webpack.config.js': hostile,
        'jest.config.js': hostile,
        '.eslintrc.js': hostile,
        'node_modules/typescript/package.json': '{"name":"typescript","main":"index.js"}',
        'node_modules/typescript/index.js': hostile,
        // A folder with the name of a file: require() would run the code in it.
        'lib/package.json/index.js': hostile,
        'src/b.ts': 'export const b = 1;\n',
      };
    });
    expect(run.found).toEqual(expect.arrayContaining(FOUND));
    expect(run.canaryDied).toBe(false);
    expect(run.unreadable).toContain('lib/package.json/index.js');
  });

  it('takes what a framework puts in place for declared', async () => {
    const files = {
      'src/b.js': "import Component from '@ember/component';\nimport { Meteor } from 'meteor/meteor';\n",
      'fuzz/parse.js': "const { FuzzedDataProvider } = require('@jazzer.js/core');\n",
      'src/c.js': "import emberish from '@emberish/component';\n",
    };
    const { found } = await runOn(profile, depcheckTools, { ...FLAWED, ...files });
    expect(found.filter((each) => each.endsWith(' missing-dependency'))).toEqual([
      FOUND[1],
      'src/c.js:1 missing-dependency',
    ]);
  });

  it('takes what a plugin of a bundler puts in the place of an import for provided', async () => {
    const files = (plugin: string) => ({
      'package.json': `{ "devDependencies": { "${plugin}": "2", "vite": "8" } }\n`,
      'vite.config.js': `import { wordpressPlugin } from '${plugin}';\n`,
      'js/editor.js':
        "// As '@wordpress/dom' says\nimport dom from '@wordpress/dom';\nimport other from '@words/dom';\n",
    });
    const missed = async (plugin: string) =>
      (await runOn(profile, depcheckTools, files(plugin))).found
        .filter((each) => each.endsWith(' missing-dependency'))
        .sort();
    expect(await missed('@roots/vite-plugin')).toEqual(['js/editor.js:3 missing-dependency']);
    expect(await missed('@root/vite-plugin')).toEqual([
      'js/editor.js:2 missing-dependency',
      'js/editor.js:3 missing-dependency',
    ]);
  });

  it('takes what a package of Meteor declares for its own files for declared', async () => {
    const files = {
      'packages/cas/package.js': "Npm.depends({\n  'xml2js': '0.5.0',\n  '@scope/parts': '1.0.0'\n});\n",
      'packages/cas/server.js': "import xml from 'xml2js';\nimport parts from '@scope/parts';\n",
      'packages/ldap/server.js': "import xml from 'xml2js';\n",
    };
    const { found } = await runOn(profile, depcheckTools, { ...FLAWED, ...files });
    expect(found.filter((each) => each.startsWith('packages/'))).toEqual([
      'packages/ldap/server.js:1 missing-dependency',
    ]);
  });

  it('takes what the import map of Rails pins for declared', async () => {
    const map = { 'config/importmap.rb': 'pin "application"\npin "dayjs", to: "dayjs.min.js"\n' };
    expect((await runOn(profile, depcheckTools, { ...FLAWED, ...map })).found).toEqual([FOUND[0]]);
    const other = { 'config/importmap.rb': 'pin "dayjs-extra"\n' };
    expect((await runOn(profile, depcheckTools, { ...FLAWED, ...other })).found).toEqual(FOUND);
  });

  it('takes a module below a root of the bundler or the compiler for one of the project', async () => {
    const files = {
      'front/build/webpack.config.js':
        "const source = path.join(front, 'src');\n" +
        "module.exports = { resolve: { modules: [source, 'node_modules'] } };\n",
      'front/src/App/State.js': 'export const state = 1;\n',
      'front/src/index.js': "import { state } from 'App/State';\nimport { other } from 'Foreign/State';\n",
      'shop/package.json': '{ "name": "shop" }\n',
      'shop/webpack.common.js':
        "const PATHS = { own: path.join(__dirname, 'own'), code: path.join(__dirname, 'code') };\n" +
        'const roots = isOwn ? [PATHS.own] : [PATHS.code];\n' +
        "const plain = { charts: './charts.js', find$: path.join(`${__dirname}`, 'find.js') };\n" +
        'module.exports = {\n  resolve: {\n    modules: isOwn ? roots : [PATHS.code],\n    preferRelative: true,\n' +
        "    alias: {\n      'cards': path.join(__dirname, 'x/y.js'),\n      ...(isOwn && { lists: 'z' }),\n    },\n" +
        "  },\n  externals: { pies: 'Pies' },\n};\n",
      'shop/code/prices.js': 'export const prices = 1;\n',
      'shop/code/model/rest.js': 'export const rest = 1;\n',
      'shop/code/model/order.js':
        "import 'rest.js';\nimport 'prices';\nimport 'prices.js';\nimport 'cards/a';\nimport 'lists';\n" +
        "import 'pies';\nimport 'charts';\nimport 'rest-of';\n",
      'shop/code/main.js': "import 'rest.js';\n",
      'panel/tsconfig.json': '{ "compilerOptions": { "baseUrl": "code" } }\n',
      'panel/code/Widgets/list.ts': 'export const list = 1;\n',
      'panel/code/main.ts': "import { list } from 'Widgets/list';\n",
    };
    const { found } = await runOn(profile, depcheckTools, { ...FLAWED, ...files });
    expect(found.filter((each) => each.endsWith(' missing-dependency'))).toEqual([
      FOUND[1],
      'front/src/index.js:2 missing-dependency',
      'shop/code/main.js:1 missing-dependency',
      'shop/code/model/order.js:8 missing-dependency',
      'shop/code/model/order.js:7 missing-dependency',
    ]);
  });

  it('is not what Jest finds in its folders, or what a tsconfig.json above the package names', async () => {
    const jest = '{ "jest": { "moduleDirectories": ["node_modules", "<rootDir>/app/parts"] } }\n';
    const files = {
      'package.json': jest,
      'app/parts/menu.js': 'export const menu = 1;\n',
      'spec/menu.js': "import { menu } from 'menu';\nimport 'menus';\n",
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@own/*": ["./app/*"] } } }\n',
      'lib/html/package.json': '{ "dependencies": {} }\n',
      'lib/html/main.js': "import '@own/parts';\nimport '@others/parts';\n",
    };
    const { found } = await runOn(profile, depcheckTools, files);
    expect(found.filter((each) => each.endsWith(' missing-dependency')).sort()).toEqual([
      'lib/html/main.js:2 missing-dependency',
      'spec/menu.js:2 missing-dependency',
    ]);
  });

  it('is not what a plugin of the build finds, what a bundle leaves out, or what Jest brings', async () => {
    const files = {
      'package.json': '{ "devDependencies": { "jest": "1" } }\n',
      'tools/pages.js':
        "import { parse } from 'marked';\nconst NEWS = 'all-news';\nexport const pages = {\n" +
        "  resolveId: (name) => (name === 'all-pages' || name === NEWS ? name : null),\n" +
        '  load: () => parse(NEWS),\n};\n',
      'tools/styles.js': 'export default { setup: (build) => build.onResolve({ filter: /^all-styles$/ }, find) };\n',
      'tools/bundle.mjs':
        "import { build } from 'esbuild';\nawait build({ external: ['sketch', '@editor/api'], format: 'cjs' });\n",
      'src/main.js': ['all-pages', 'all-news', 'all-styles', 'sketch', '@editor/api', '@jest/globals', 'cjs', 'dayjs']
        .map((name) => `import '${name}';\n`)
        .join(''),
    };
    const missed = async (tree: Readonly<Record<string, string>>) =>
      (await runOn(profile, depcheckTools, tree)).found.filter((each) => each.endsWith(' missing-dependency')).sort();
    const ofTools = ['tools/bundle.mjs:1 missing-dependency', 'tools/pages.js:1 missing-dependency'];
    expect(await missed(files)).toEqual([
      'src/main.js:7 missing-dependency',
      'src/main.js:8 missing-dependency',
      ...ofTools,
    ]);
    const others = { ...files, 'package.json': '{}', 'tools/styles.js': '', 'tools/bundle.mjs': '' };
    expect(await missed({ ...others, 'tools/pages.js': "const name = 'all-pages';\n" })).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `src/main.js:${line} missing-dependency`),
    );
  });

  it('is not what the program maps to a file of its own, or finds in a folder of NODE_PATH', async () => {
    const files = {
      'package.json': '{ "scripts": { "start": "NODE_PATH=./server:lib node main.js" } }\n',
      'js/names.js':
        "const Module = require('module');\nconst NAMES = {\n  helper: 'js/helper.js', logger: 'js/logger.js',\n};\n" +
        'const found = Module._resolveFilename;\n' +
        'Module._resolveFilename = (name, ...others) => NAMES[name] ?? found(name, ...others);\n',
      'js/aliases.js': "require('module-alias').addAlias('models', `${__dirname}/db`);\n",
      'server/orders/list.js': '',
      'main.js':
        "require('helper');\nrequire('models/order');\nrequire('orders/list');\nrequire('prices');\n" +
        "require('module-alias');\n",
    };
    const missed = async (tree: Readonly<Record<string, string>>) =>
      (await runOn(profile, depcheckTools, tree)).found.filter((each) => each.endsWith(' missing-dependency')).sort();
    expect(await missed(files)).toEqual([
      'js/aliases.js:1 missing-dependency',
      'main.js:4 missing-dependency',
      'main.js:5 missing-dependency',
    ]);
    const others = { ...files, 'js/names.js': '', 'js/aliases.js': '', 'package.json': '{}' };
    expect(await missed(others)).toEqual([1, 2, 3, 4, 5].map((line) => `main.js:${line} missing-dependency`));
  });

  it('is missed less where no package has the tool that the file configures', async () => {
    const severities = async (manifest: string) => {
      const files = { 'package.json': manifest, 'config/jest/transform.js': "require('babel-jest');\n" };
      const { findings } = (await runOn(profile, depcheckTools, files)).tool('missing-dependencies');
      return findings.map(({ severity }) => severity);
    };
    expect(await severities('{ "dependencies": {} }')).toEqual(['low']);
    expect(await severities('{ "devDependencies": { "@jest/core": "1" } }')).toEqual([undefined]);
    expect(await severities('{ "scripts": { "test": "npx jest" } }')).toEqual([undefined]);
    expect(await severities('{ "dependencies": { "react-scripts": "1" } }')).toEqual([undefined]);
  });

  it('is in use where the configuration, a command or a source names it', async () => {
    const packages = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '1']));
    const used = [
      'pino-pretty',
      'css-loader',
      'angular-route',
      'tstyche',
      'cropper-js',
      'gzip-size-cli',
      '@docusaurus/core',
    ];
    const manifest = {
      scripts: { size: 'gzip-size dist/a.js', docs: 'docusaurus start' },
      dependencies: packages([...used, 'left-pad', 'eslint-plugin-tidy', 'hoisted-one']),
    };
    const { found } = await runOn(profile, depcheckTools, {
      'app/package.json': JSON.stringify(manifest),
      'app/src/a.js':
        "//= require cropper-js/dist\nlog({ target: 'pino-pretty' });\nrequire('node_modules/angular-route');\n",
      'app/webpack.common.js':
        "module.exports = { use: 'style!css-loader?modules', v: cli.devDependencies.tstyche };\n",
      'lint/package.json': '{ "name": "lint" }',
      'lint/base.json': '{ "plugins": ["eslint-plugin-tidy"] }',
      'lint/a.js': "require('hoisted-one');\n",
    });
    expect(found.filter((each) => each.includes('unused'))).toEqual(['app/package.json:1 unused-dependency']);
  });

  it('says nothing of a folder whose only sources are configurations', async () => {
    const { found } = await runOn(profile, depcheckTools, {
      'tools/package.json': '{ "devDependencies": { "left-pad": "1" } }',
      'tools/.stylelintrc.js': 'module.exports = {};\n',
    });
    expect(found).toEqual([]);
  });

  it('judges the other files when some are broken, and says which', async () => {
    const run = await runOn(profile, depcheckTools, {
      ...FLAWED,
      'broken/package.json': '{',
      'src/binary.js': Buffer.from([0, 1, 2, 0xff]),
      'src/bom.js': "\uFEFFrequire('dayjs');\r\n",
      'src/deep.js': `module.exports = ${'['.repeat(100_000)}${']'.repeat(100_000)};`,
      'src/empty.js': '',
      'src/generic.ts': 'export const same = <T>(value: unknown) => <T>value;\n',
      'src/line.js': `module.exports = '${'x'.repeat(2_000_000)}';`,
      'src/syntax.ts': 'const = = {{{ ;',
    });
    expect(run.found).toEqual([
      'package.json:3 unused-dependency',
      'src/a.js:2 missing-dependency',
      'src/bom.js:1 missing-dependency',
    ]);
    expect([...run.unreadable].sort()).toEqual([
      'broken/package.json',
      'src/binary.js',
      'src/deep.js',
      'src/syntax.ts',
    ]);
    for (const { id } of depcheckTools) expect(run.tool(id).outcome).toEqual({ status: 'completed' });
  });

  it('says nothing about a manifest without sources', async () => {
    expect((await runOn(profile, depcheckTools, { 'package.json': FLAWED['package.json'] })).found).toEqual([]);
  });
});

describe('a package that nothing imports', () => {
  const lookedAt = (dependencies: Record<string, string>, files: Record<string, string>) =>
    runOn(profile, depcheckTools, {
      'package.json': JSON.stringify({ devDependencies: dependencies }, null, 2),
      'src/a.js': 'export const a = 1;\n',
      ...files,
    });
  const unused = async (dependencies: Record<string, string>, files: Record<string, string>) =>
    (await lookedAt(dependencies, files)).found;

  it('is in use where a package in a lock file wants it beside itself', async () => {
    const lock = (wanted: string) =>
      `packages:\n  prism@2:\n    peerDependencies:\n      '${wanted}': ^1\n    engines: {}\n`;
    expect(await unused({ '@tide/core': '1' }, { 'pnpm-lock.yaml': lock('@tide/core') })).toEqual([]);
    expect(await unused({ '@tide/core': '1' }, { 'pnpm-lock.yaml': lock('@tide/other') })).toHaveLength(1);
  });

  it.each([
    [
      'the environment of a test runner',
      { vitest: '1', jsdom: '1' },
      { 'b.config.js': "import 'vitest/config';\n" },
      0,
    ],
    ['such an environment without its runner', { jsdom: '1' }, {}, 1],
    ['a compiler of styles', { sass: '1' }, { 'a.scss': 'a { b { color: red } }\n' }, 0],
    ['a compiler of other styles', { less: '1' }, { 'a.scss': 'a { b { color: red } }\n' }, 1],
    ['what a file is named for', { 'lint-staged': '1' }, { '.lintstagedrc.cjs': 'module.exports = {};\n' }, 0],
    ['a plugin by its short name', { 'eslint-plugin-tide': '1' }, { '.eslintrc.json': '{"plugins":["tide"]}' }, 0],
    ['a scope of plugins', { '@tide/eslint-plugin': '1' }, { '.eslintrc.yml': 'extends: plugin:@tide/all\n' }, 0],
    ['a plugin that is not named', { 'eslint-plugin-tide': '1' }, { '.eslintrc.json': '{"plugins":["ebb"]}' }, 1],
    ['a short name in a file of another tool', { 'eslint-plugin-tide': '1' }, { 'b.json': '{"plugins":["tide"]}' }, 1],
    ['a command of a Makefile', { 'elm-test': '1' }, { Makefile: 'test:\n\t@$(NPX) elm-test --report\n' }, 0],
  ])('%s', async (_, dependencies, files, count) =>
    expect((await unused(dependencies, files)).filter((each) => !/vitest/.test(each))).toHaveLength(count),
  );

  it('matters less if a submodule, whose files are not there, may use it', async () => {
    const submodule = { '.gitmodules': '[submodule "ee"]\n\tpath = src/ee\n' };
    const severities = async (files: Record<string, string>) =>
      (await lookedAt({ tide: '1' }, files))
        .tool('unused-dependencies')
        .findings.map(({ severity, message }) => [severity, message]);
    const message = 'tide is declared, but nothing imports or names it';
    expect(await severities(submodule)).toEqual([['info', `${message}, unless the submodule src/ee does`]]);
    expect(await severities({ ...submodule, 'src/ee/a.js': '' })).toEqual([[undefined, message]]);
  });

  it('is wanted by what lock files of npm and pnpm list as peers', () => {
    const npm = JSON.stringify(
      { packages: { a: { peerDependencies: { '@b/c': '1', d: '2' }, engines: { e: '3' } } } },
      null,
      2,
    );
    expect(peersIn(npm.split('\n'))).toEqual(['@b/c', 'd']);
    expect(
      peersIn("  a:\n    peerDependencies:\n      '@b/c': '1'\n      d: 2\n    engines:\n      e: 3".split('\n')),
    ).toEqual(['@b/c', 'd']);
  });
});

describe('a package that is imported', () => {
  it.each([
    ["try { a = require('tide'); } catch {}", true],
    ["try {\n  if (b) { c(); }\n  a = await import('tide/more');\n} catch (e) {}", true],
    ["import('tide').catch(() => undefined);", true],
    ["try { b(); } catch {}\na = require('tide');", false],
    ["try { a = require('tide'); } catch {}\nrequire('tide');", false],
    ["import a from 'tide';", false],
  ])('is only tried in %j: %s', (text, tried) => expect(hasOnlyAttempts(text, 'tide')).toBe(tried));

  it('is not missed where it is only tried', async () => {
    const files = { 'src/a.js': "try {\n  require('dayjs');\n} catch {}\n", 'src/b.js': "require('luxon');\n" };
    expect((await runOn(profile, depcheckTools, { ...FLAWED, ...files })).found).toEqual([
      FOUND[0],
      'src/b.js:1 missing-dependency',
    ]);
  });
});

describe('a package', () => {
  it.each([
    ['css-loader', "use: 'css-loader'", true],
    ['css-loader', "use: 'my-css-loader'", false],
    ['merge', "join('merge')", false],
    ['merge', "require('./node_modules/merge/index.js')", true],
    ['merge', '//= require merge', true],
    ['merge', '//= require merged', false],
    ['tstyche', 'versions.devDependencies.tstyche', true],
  ])('%s is named in the source %s: %s', (name, text, named) => expect(isNamedIn(text, name)).toBe(named));

  it.each([
    ['react', '"plugins": ["react"]', true],
    ['react', 'import "react/jsx-runtime"', true],
    ['react', '"react-dom"', false],
    ['react', '"preact"', false],
    ['jest', 'npx jest', true],
    ['@scope/name', "extends: '@scope/name/strict'", true],
    ['a.b', 'axb', false],
  ])('%s is mentioned in %s: %s', (name, text, mentioned) => expect(isMentioned(name, text)).toBe(mentioned));

  it.each([
    ['lodash', true],
    ['@scope/name', true],
    ['@/orders', false],
    ['~/orders', false],
    ['fs', false],
    ['node:fs', false],
    ['#hash', false],
    ['virtual:icons', false],
    ['../x', false],
    ['__proto__', false],
  ])('is meant by %s: %s', (name, meant) => expect(isPackageName(name)).toBe(meant));
});
