import { engineOn } from '../../../test/engine-alone';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { attwTools } from '../../catalogue/npm-packages';
import { profileOf } from '../engine-table';

const profile = profileOf('attw');

describeToolSamples(profile, attwTools);

const REPOSITORY = { kind: 'repository', leftOut: [] } as const;
const PACKAGE = { kind: 'package', leftOut: [] } as const;
const manifest = (more: object) => JSON.stringify({ name: 'tide', version: '1.0.0', ...more }, null, 2);
const DUAL = {
  main: './lib/index.js',
  types: './lib/index.d.ts',
  exports: { types: './lib/index.d.ts', import: './lib/index.mjs', require: './lib/index.js' },
};
const FILES = {
  'lib/index.js': 'exports.high = 1;',
  'lib/index.mjs': 'export const high = 1;',
  'lib/index.d.ts': 'export declare const high: number;',
};

describe('types of a package', () => {
  it('have their checker loaded only if there are any', () => {
    const untyped = { 'package.json': manifest({ main: './index.js' }), 'index.js': 'exports.high = 1;' };
    const checked = (files: typeof untyped) => {
      const { reported, packages } = engineOn('attw', files);
      expect(reported).toContainEqual({ kind: 'completed', tool: 'npm-types', what: { filesChecked: 1 } });
      // A package that only the checker needs.
      return packages.includes('validate-npm-package-name');
    };
    expect(checked(untyped)).toBe(false);
    expect(checked({ ...untyped, ...{ 'index.d.ts': 'export declare const high: number;' } })).toBe(true);
  });

  it('are judged in a published package even if its entries are missing', async () => {
    const { 'lib/index.mjs': _, ...rest } = FILES;
    expect(
      (await runOn(profile, attwTools, { 'package.json': manifest({ exports: './lib/gone.js' }), ...rest }, PACKAGE))
        .found,
    ).toEqual(['package.json:4 NoResolution']);
  });

  it('are asked of nothing that is no module: a command, or a style sheet', async () => {
    const found = async (more: object, files: Record<string, string>) =>
      (await runOn(profile, attwTools, { 'package.json': manifest(more), ...files }, REPOSITORY)).found;
    expect(await found({ bin: './cli.ts' }, { 'cli.ts': 'export {};' })).toEqual([]);
    const styled = { exports: { '.': './lib/index.js', './styles.css': './lib/a.css', './gone': './lib/gone.js' } };
    const files = { ...FILES, 'lib/a.css': 'a { color: red }' };
    expect(await found(styled, { ...files, 'lib/gone.js': '' })).not.toContain('package.json:6 NoResolution');
    const { 'lib/index.mjs': _, ...rest } = files;
    const lost = { 'package.json': manifest({ exports: './lib/gone.js' }), ...rest };
    expect((await runOn(profile, attwTools, lost, PACKAGE)).found).toEqual(['package.json:4 NoResolution']);
  });

  it('are left to a bundler where the package ships its sources', async () => {
    const shipped = {
      'package.json': manifest({ exports: './src/a.ts' }),
      'src/a.ts': "export * from './b';",
      'src/b.ts': 'export const b = 1;',
    };
    expect((await runOn(profile, attwTools, shipped, REPOSITORY)).found).not.toContain(
      'package.json:4 InternalResolutionError',
    );
  });

  it('are judged in a repository only if all its entries exist', async () => {
    const { 'lib/index.mjs': _, ...unbuilt } = FILES;
    expect((await runOn(profile, attwTools, { 'package.json': manifest(DUAL), ...FILES }, REPOSITORY)).found).toEqual([
      'package.json:7 FalseCJS',
    ]);
    expect((await runOn(profile, attwTools, { 'package.json': manifest(DUAL), ...unbuilt }, REPOSITORY)).found).toEqual(
      [],
    );
  });

  it('are not judged by a file that was not copied', async () => {
    const { 'lib/index.mjs': _, ...rest } = FILES;
    expect(
      (
        await runOn(
          profile,
          attwTools,
          { 'package.json': manifest(DUAL), ...rest },
          { kind: 'package', leftOut: ['lib/index.mjs'] },
        )
      ).found,
    ).toEqual([]);
  });

  it('are not judged in a private package, or if the package has no types', async () => {
    const run = await runOn(
      profile,
      attwTools,
      {
        'package.json': manifest({ main: 'index.js' }),
        'index.js': '',
        'private/package.json': manifest({ private: true, main: 'gone.js', types: 'gone.d.ts' }),
      },
      REPOSITORY,
    );
    expect(run.found).toEqual([]);
    expect(run.tool('npm-types').outcome).toEqual({ status: 'completed' });
  });

  it('may name members of packages that are not installed', async () => {
    const named = async (types: string) =>
      (
        await runOn(profile, attwTools, {
          'package.json': manifest({ main: 'index.js', types: 'index.d.ts' }),
          'index.js': 'exports.high = 1;',
          'index.d.ts': types,
        })
      ).found;
    expect(
      await named(
        "export declare const high: number;\nexport { Moon, type Sun as Star } from 'sky';\n" +
          "import { Wind } from 'sky';\nexport { Wind };\n",
      ),
    ).toEqual([]);
    expect(
      await named(
        "export declare const high: number;\nexport declare const low: number;\nexport { Moon } from 'sky';\n",
      ),
    ).toEqual(['package.json:5 NamedExports']);
  });

  it('are judged in every package of a repository', async () => {
    const tree = Object.fromEntries(
      ['a', 'b'].flatMap((name) => [
        [`${name}/package.json`, manifest({ name, ...DUAL })],
        ...Object.entries(FILES).map(([path, text]) => [`${name}/${path}`, text]),
      ]),
    );
    expect((await runOn(profile, attwTools, tree, REPOSITORY)).found).toEqual([
      'a/package.json:7 FalseCJS',
      'b/package.json:7 FalseCJS',
    ]);
  });
});

describe('a hostile package', () => {
  it.each(['../../etc', '__proto__/x/y', 'a b', '/etc/passwd', '@x'])('named %s is unreadable', async (name) => {
    const { unreadable } = await runOn(profile, attwTools, { 'package.json': manifest({ ...DUAL, name }), ...FILES });
    expect(unreadable).toEqual(['package.json']);
  });

  it('cannot read anything outside of it through its types', async () => {
    const { found } = await runOn(profile, attwTools, {
      'package.json': manifest({ types: './index.d.ts', main: './index.js' }),
      'index.js': '',
      'index.d.ts': "import '../../../../../../../../etc/passwd';;\nexport {};",
    });
    expect(found).toEqual(['package.json:4 InternalResolutionError']);
  });
});
