import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { typescriptTools } from '../../catalogue/typescript-exports';
import { profileOf } from '../engine-table';

const profile = profileOf('typescript-exports');

describeToolSamples(profile, typescriptTools);

const FLAWED = {
  'src/a.ts': "import { used } from './b';\nconsole.log(used);\n",
  'src/b.ts': 'export const used = 1;\nexport const unused: any = 2;\n',
};
const FOUND = ['src/b.ts:2 unused-export', 'src/b.ts:2 explicit-any'];

describe('ts-unused-exports and type-coverage', () => {
  it('find nothing, and do not fail, where there is a page or a manifest and no source', async () => {
    const run = await runOn(profile, typescriptTools, { 'index.html': '<p>', 'package.json': '{}' });
    expect(run.found).toEqual([]);
    for (const { id } of typescriptTools) expect(run.tool(id).outcome).toEqual({ status: 'completed' });
  });

  it('take what is loaded in other ways than by an import for used', async () => {
    const text = (name: string) => `export const ${name} = 1;\n`;
    const run = await runOn(profile, [typescriptTools[0]!], {
      'src/start.ts': "const load = async () => (await import('./lazy')).lazy;\nload();\n",
      'src/lazy.ts': text('lazy'),
      'src/jobs/index.ts': 'requireDirectory(__dirname).forEach(start);\n',
      'src/jobs/clean.ts': text('clean'),
      'web/nuxt.config.ts': 'export default {};\n',
      'web/plugins/log.ts': text('log'),
      'src/plugins/forgotten.ts': text('forgotten'),
      'src/Chat.razor.js': text('chat'),
    });
    expect(run.found).toEqual(['src/plugins/forgotten.ts:1 unused-export']);
  });

  it('run and obey nothing of the target', async () => {
    const run = await runOn(profile, typescriptTools, (canary) => {
      const hostile = `require('fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = () => ({});`;
      return {
        ...FLAWED,
        'tsconfig.json':
          '{"extends": "./base.json", "compilerOptions": {"plugins": [{"name": "./plugin.js"}]}, ' +
          '"exclude": ["src"], "files": []}',
        'base.json': '{"compilerOptions": {"baseUrl": "/"}, "typeCoverage": {"ignoreFiles": ["src/**"]}}',
        'plugin.js': hostile,
        'package.json': '{"typeCoverage": {"ignoreFiles": ["src/**"]}}',
        'src/tsconfig.json': '{"include": []}',
        '.gitignore': 'src\n',
        '--ignoreFiles=src.ts': 'console.log(1);\n',
      };
    });
    expect(run.found).toEqual(FOUND);
    expect(run.canaryDied).toBe(false);
  });

  it('have the directives overwritten that would hide a finding', async () => {
    const hidden = {
      ...FLAWED,
      'src/b.ts':
        'export const used = 1;\n// ts-unused-exports:disable-next-line\n// ' +
        'type-coverage:ignore-next-line\nexport const unused: any = 2;\nexport const other: any ' +
        '= 3; // type-coverage:ignore-line\n',
    };
    const text = profile.neutralise!.reduce(
      (known, directive) => known.replace(directive, (match) => '-'.repeat(match.length)),
      hidden['src/b.ts'],
    );
    expect(text).toHaveLength(hidden['src/b.ts'].length);
    const run = await runOn(profile, typescriptTools, { ...hidden, 'src/b.ts': text });
    expect(run.found).toEqual([
      'src/b.ts:4 unused-export',
      'src/b.ts:5 unused-export',
      'src/b.ts:4 explicit-any',
      'src/b.ts:5 explicit-any',
    ]);
  });

  it('judge the other files when some are broken, and say which', async () => {
    const run = await runOn(profile, typescriptTools, {
      ...FLAWED,
      'src/binary.ts': Buffer.from([0, 1, 2]),
      'src/bom.ts': '\uFEFF// one\r\nexport const marked = 1;\r\n',
      'src/deep.ts': `export const deep = ${'['.repeat(50_000)}${']'.repeat(50_000)};`,
      'src/empty.ts': '',
      'src/huge.ts': `export const text = '${'x'.repeat(2_000_000)}';`,
      'src/syntax.ts': 'import "./deep"; import "./binary"; const = = {{{ ;',
    });
    expect(run.found).toEqual(['src/b.ts:2 unused-export', 'src/bom.ts:2 unused-export', 'src/b.ts:2 explicit-any']);
    expect([...run.unreadable].sort()).toEqual(['src/binary.ts', 'src/deep.ts', 'src/huge.ts']);
    for (const { id } of typescriptTools)
      expect(run.tool(id)).toMatchObject({ outcome: { status: 'completed' }, filesChecked: 8 });
  });

  it('read decorated members with private names', async () => {
    const run = await runOn(profile, typescriptTools, {
      ...FLAWED,
      'src/c.ts':
        "import { seen } from './d';\nclass Page {\n  @seen #loads: any = 0;\n  @seen accessor " +
        '#visits = 1;\n}\nconsole.log(Page);\n',
      'src/d.ts': 'export const seen = (value: unknown): void => console.log(value);\n',
    });
    expect(run.found).toEqual(['src/b.ts:2 unused-export', 'src/b.ts:2 explicit-any', 'src/c.ts:3 explicit-any']);
  });

  it('take no callback parameter and nothing of a package for any', async () => {
    const run = await runOn(profile, typescriptTools, {
      'src/a.ts':
        "import { app } from 'some-framework';\n\napp.get('/', (request, response) => " +
        'response.send(request.body));\nconst handler = app.handler;\nhandler((next) => next());\n',
      'src/b.ts': 'console.log(((text) => text)("a"));\nconst bare = (value) => value;\nbare(1);\n',
    });
    expect(run.found).toEqual(['src/b.ts:2 parameter-without-type']);
  });
});
