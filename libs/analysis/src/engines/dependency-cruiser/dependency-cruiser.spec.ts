import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { dependencyCruiserTools } from '../../catalogue/module-graph';
import { profileOf } from '../engine-table';
import { depthOf } from '../kit/modules/readable-modules';

const profile = profileOf('dependency-cruiser');

describeToolSamples(profile, dependencyCruiserTools);

const tool = (id: string) => dependencyCruiserTools.find((each) => each.id === id)!;

const CYCLE = {
  'src/a.ts': "import { b } from './b';\nexport const a = () => b;\n",
  'src/b.ts': "\nimport { a } from './a';\nexport const b = () => a;\n",
};

describe('dependency-cruiser', () => {
  it('runs no configuration of the target and lets none hide a finding', async () => {
    const run = await runOn(profile, dependencyCruiserTools, (canary) => {
      const hostile =
        `require('fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = { ` +
        `forbidden: [], options: { exclude: 'src' } };`;
      return {
        ...CYCLE,
        '.dependency-cruiser.js': hostile,
        '.dependency-cruiser.json': '{"options":{"exclude":"src"}}',
        '.dependency-cruiser-known-violations.json': '[]',
        'webpack.config.js': hostile,
        'babel.config.js': hostile,
        '.babelrc': '{"plugins":["./webpack.config.js"]}',
        '.pnp.cjs': hostile,
        'tsconfig.json': '{"compilerOptions":{"plugins":[{"name":"./webpack.config.js"}]},"exclude":["src"]}',
        'package.json': '{"main":"./webpack.config.js","exports":{"./x":"./webpack.config.js"}}',
        '.gitignore': 'src\n',
      };
    });
    expect(run.found).toContain('src/a.ts:1 circular-dependency');
    expect(run.canaryDied).toBe(false);
  });

  it('keeps the graph of the other files when some are broken', async () => {
    const run = await runOn(profile, dependencyCruiserTools, {
      ...CYCLE,
      'src/binary.js': Buffer.from([0, 1, 2, 3, 0]),
      'src/bom.js': "\uFEFFimport './gone';\r\n",
      'src/deep.js': `export const deep = ${'['.repeat(20_000)}${']'.repeat(20_000)};`,
      'src/empty.js': '',
      'src/line.js': `export const text = '${'x'.repeat(2_000_000)}';`,
      'src/syntax.ts': "import './gone.js';\nexport const = = {{{ ;",
    });
    expect(run.found).toEqual([
      'src/a.ts:1 circular-dependency',
      'src/bom.js:1 unresolved-import',
      'src/syntax.ts:1 unresolved-import',
    ]);
    expect([...run.unreadable].sort()).toEqual(['src/binary.js', 'src/deep.js', 'src/line.js']);
    for (const { id } of dependencyCruiserTools)
      expect(run.tool(id)).toMatchObject({ outcome: { status: 'completed' }, filesChecked: 8 });
  });

  it('finds files in languages that it does not read', async () => {
    const run = await runOn(profile, dependencyCruiserTools, {
      'src/a.js': ['./b', './c', './d', './e/f', './gone', './b/gone'].map((path) => `import '${path}';\n`).join(''),
      'src/b.vue': '<template></template>',
      'src/c.gjs': 'export default 1;\n',
      'src/d/index.coffee': 'x = 1\n',
      'src/e/f.js.erb': 'x();\n',
    });
    expect(run.found).toEqual(['src/a.js:5 unresolved-import', 'src/a.js:6 unresolved-import']);
  });

  it('asks for no file that a build makes', async () => {
    const imports = (...paths: readonly string[]) => paths.map((path) => `import '${path}';\n`).join('');
    const run = await runOn(profile, dependencyCruiserTools, {
      'src/a.ts': imports('./routeTree.gen', './gen/api', './_generated/api', './generate', './general/api'),
    });
    expect(run.found).toEqual(['src/a.ts:4 unresolved-import', 'src/a.ts:5 unresolved-import']);
  });

  it('takes files of declarations, which only types are in, for no circle', async () => {
    const run = await runOn(profile, dependencyCruiserTools, {
      'types/a.d.ts': "import { B } from './b';\nexport interface A { b: B }\n",
      'types/b.d.ts': "import { A } from './a';\nexport interface B { a: A }\n",
    });
    expect(run.found).toEqual([]);
  });

  it('keeps the graph of the other files when it cannot follow the imports of two', async () => {
    const flow = 'import typeof U from "x";\n';
    const run = await runOn(profile, dependencyCruiserTools, { ...CYCLE, 'src/a0.ts': flow, 'src/z.ts': flow });
    expect(run.found).toEqual(['src/a.ts:1 circular-dependency']);
    expect([...run.unreadable].sort()).toEqual(['src/a0.ts', 'src/z.ts']);
    for (const { id } of dependencyCruiserTools) expect(run.tool(id).outcome).toEqual({ status: 'completed' });
  });

  const severities = async (files: Record<string, string>) =>
    (await runOn(profile, [tool('unresolved-imports')], files))
      .tool('unresolved-imports')
      .findings.map(({ file, line, severity = 'of the rule' }) => `${file}:${line} ${severity}`);

  it('misses a file of a submodule less, and none that is only tried', async () => {
    const files = {
      '.gitmodules': '[submodule "ee"]\n\tpath = src/ee\n\turl = https://git.example/ee\n',
      'src/a.ts': "import { b } from './ee/b';\nimport { c } from './eel/c';\nconsole.log(b, c);\n",
      'src/d.ts': "try {\n  require('./gone');\n} catch {}\nrequire('./lost');\n",
    };
    expect(await severities(files)).toEqual(['src/a.ts:1 low', 'src/a.ts:2 of the rule', 'src/d.ts:4 of the rule']);
  });

  it('misses a file less that the repository keeps out because a build makes it', async () => {
    const files = {
      '.gitignore': 'src/client.ts\n/lib/\n*.made.js\n!kept.made.js\n',
      'web/.gitignore': 'api.ts\n',
      'src/a.ts': "import './client';\nimport '../lib/b';\nimport './c.made.js';\nimport './kept.made.js';\n",
      'web/src/a.ts': "import './api.js';\nimport './client';\n",
    };
    expect(await severities(files)).toEqual([
      'src/a.ts:1 low',
      'src/a.ts:2 low',
      'src/a.ts:3 low',
      'src/a.ts:4 of the rule',
      'web/src/a.ts:1 low',
      'web/src/a.ts:2 of the rule',
    ]);
  });

  it('hides nothing of a target that ignores all of itself', async () => {
    const files = { '.gitignore': '**\n', 'src/a.ts': "import './gone';\n" };
    expect(await severities(files)).toEqual(['src/a.ts:1 low']);
  });

  it('calls nothing an orphan that a build, a template or the script of a component names', async () => {
    const text = 'export const a = 1;\n';
    const { found } = await runOn(profile, [tool('orphan-modules')], {
      'angular.json': '{"fileReplacements":[{"with":"src/environment.prod.ts"}]}',
      'web/menu.erb': '<script src="/scripts/menu.js"></script>\n',
      'src/environment.prod.ts': text,
      'web/src/menu.js': text,
      'src/Chat.razor.js': text,
      'src/environment.old.ts': text,
      'src/tide.types.ts': 'export interface Tide {}\n',
      'src/a.ts': "import { Tide } from '@/tide.types';\nexport const a = (tide: Tide) => tide;\n",
    });
    expect(found).toEqual(['src/environment.old.ts:undefined orphan-module']);
  });

  it('calls nothing an orphan that a page, a component or an alias uses', async () => {
    const { found } = await runOn(profile, dependencyCruiserTools, {
      'index.html': '<script type="module" src="/src/shop.js"></script>',
      'src/App.vue': "<script setup>import { price } from './price';</script>",
      'src/shop.js': 'document.title = "Shop";',
      'src/price.ts': 'export const price = 1;',
      'src/use.ts': "import { dates } from '~lib/dates';\nexport const used = dates;\n",
      'lib/dates/index.ts': 'export const dates = 1;',
      'src/left-behind.ts': 'export const old = 1;',
    });
    expect(found).toEqual(['src/left-behind.ts:undefined orphan-module']);
  });

  it('measures depth by the brackets that are open at once', () => {
    expect(depthOf('a(b[c{}])')).toBe(3);
    expect(depthOf('()()()')).toBe(1);
    expect(depthOf(')))(')).toBe(1);
  });
});
