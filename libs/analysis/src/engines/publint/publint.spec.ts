import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { publintTools } from '../../catalogue/npm-packages';
import { profileOf } from '../engine-table';

const profile = profileOf('publint');

describeToolSamples(profile, publintTools);

const REPOSITORY = { kind: 'repository', leftOut: [] } as const;
const manifest = (more: object) =>
  JSON.stringify(
    {
      name: 'parcel',
      version: '1.0.0',
      license: 'MIT',
      type: 'module',
      engines: { node: '>=20' },
      files: ['dist'],
      ...more,
    },
    null,
    2,
  );
const DIST = {
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './labels/*': './dist/labels/*.js' },
};

describe('a published package', () => {
  it('is judged once by its own files, without the packages that it bundles', async () => {
    const { found } = await runOn(profile, publintTools, {
      'package.json': manifest(DIST),
      'vendor/other/package.json': manifest({ name: 'other', main: 'gone.js' }),
    });
    expect(found).toEqual([
      'package.json:14 FILE_DOES_NOT_EXIST',
      'package.json:15 FILE_DOES_NOT_EXIST',
      'package.json:17 EXPORTS_GLOB_NO_MATCHED_FILES',
    ]);
  });

  it('is not reported to lack a file that was not copied', async () => {
    const tree = {
      'package.json': manifest({
        exports: { '.': './dist/big.js', './native': './addon.node', './case': './dist/App.JS' },
      }),
      'dist/App.js': 'export {};',
    };
    expect((await runOn(profile, publintTools, tree, { kind: 'package', leftOut: ['dist/big.js'] })).found).toEqual([]);
    expect((await runOn(profile, publintTools, tree, { kind: 'package', leftOut: [] })).found).toEqual([
      'package.json:13 FILE_DOES_NOT_EXIST',
    ]);
  });

  it('has its files under the names that they have in the package', async () => {
    const { found } = await runOn(profile, publintTools, {
      'package.json': manifest({ files: undefined, exports: './index.js' }),
      'index.js': 'export {};',
      '.eslintrc~inert': '{}',
    });
    expect(found).toEqual(['package.json:2 USE_FILES']);
  });
});

describe('the source of packages', () => {
  it('is not reported to lack a file that its scripts or those of the workspace may build', async () => {
    const { found } = await runOn(
      profile,
      publintTools,
      {
        'package.json': JSON.stringify({ private: true, scripts: { 'build:all': 'tsc -b' } }),
        'packages/a/package.json': manifest(DIST),
        'packages/b/package.json': manifest({
          exports: { '.': { default: './dist/index.js', import: './dist/index.js' } },
        }),
      },
      REPOSITORY,
    );
    expect(found).toEqual(['packages/b/package.json:14 EXPORTS_DEFAULT_SHOULD_BE_LAST']);
  });

  it('is reported to lack a file that no script builds', async () => {
    const { found } = await runOn(
      profile,
      publintTools,
      {
        'lib/package.json': manifest({ exports: './src/indx.js', scripts: { test: 'node --test' } }),
        'lib/src/index.js': 'export {};',
      },
      REPOSITORY,
    );
    expect(found).toEqual(['lib/package.json:12 FILE_DOES_NOT_EXIST']);
  });

  it('is not judged by files that need not be published', async () => {
    const { found } = await runOn(
      profile,
      publintTools,
      {
        'package.json': manifest({ type: 'commonjs', main: 'index.js' }),
        'index.js': 'exports.a = 1;',
        'tools/release.js': 'export {};',
        'example/package.json': '{"exports": "./a.js"}',
      },
      REPOSITORY,
    );
    expect(found).toEqual([]);
  });

  it('counts what .npmignore may leave out as left out', async () => {
    const tree = {
      'package.json': manifest({ files: undefined, exports: './index.js' }),
      'index.js': 'export {};',
      'test/a.js': 'export {};',
    };
    expect((await runOn(profile, publintTools, tree, REPOSITORY)).found).toEqual(['package.json:2 USE_FILES']);
    expect((await runOn(profile, publintTools, { ...tree, '.npmignore~inert': 'test' }, REPOSITORY)).found).toEqual([]);
  });

  it('is not judged if it is not published: private packages, applications, templates without a version', async () => {
    const run = await runOn(
      profile,
      publintTools,
      {
        'package.json': manifest({ private: true, ...DIST }),
        'app/package.json': JSON.stringify({ name: 'app', version: '1.0.0' }),
        'template/package.json': JSON.stringify({ name: 'template', main: 'gone.js' }),
      },
      REPOSITORY,
    );
    expect(run.found).toEqual([]);
    expect(run.tool('npm-publish-lint')).toMatchObject({ outcome: { status: 'completed' }, filesChecked: 3 });
  });
});

describe('a hostile package.json', () => {
  it('cannot make the engine read outside of its package', async () => {
    const { found } = await runOn(profile, publintTools, (canary) => ({
      'package.json': manifest({ main: canary, bin: '../../../../../../../../etc/passwd', types: '/etc/passwd' }),
    }));
    expect(found.filter((each) => each.endsWith('FILE_DOES_NOT_EXIST'))).toHaveLength(3);
  });

  it.each(['// @flow\n', '/* @flow strict */\n', '/**\n * @flow\n */\n'])(
    'hides no file by a comment: %j',
    async (comment) => {
      const { found } = await runOn(profile, publintTools, {
        'package.json': manifest({ exports: './index.js' }),
        'index.js': `${comment}module.exports = 1;\n`,
      });
      expect(found).toEqual(['package.json:12 FILE_INVALID_FORMAT']);
    },
  );

  it('is listed as unreadable, and the others are judged', async () => {
    const run = await runOn(
      profile,
      publintTools,
      {
        'a/package.json': '{"name": "a", "version": "1.0.0", // no comment\n"main": "x"}',
        'b/package.json': `${'{"a":'.repeat(5_000)}`,
        'c/package.json': '',
        'd/package.json': 'null',
        'e/package.json': '{"name": "e", "version": "1.0.0", "main": "gone.js", "dependencies": {"x": 1}}',
        'f/package.json': '{"name": "f", "version": "1.0.0", "type": "module", "main": "gone.js"}',
      },
      REPOSITORY,
    );
    expect(run.unreadable).toEqual([
      'a/package.json',
      'b/package.json',
      'c/package.json',
      'd/package.json',
      'e/package.json',
    ]);
    expect(run.found).toEqual(['f/package.json:1 FILE_DOES_NOT_EXIST']);
    expect(run.tool('npm-publish-lint').outcome).toEqual({ status: 'completed' });
  });
});
