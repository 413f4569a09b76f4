import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Inclusion, rolesLeftOut } from '@assay/source-text';
import { stageDirectory } from '../stage-directory';
import { countRoles } from './roles-summary';

describe('the roles of staged files', () => {
  let folder: string;
  let source: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-roles-'));
    source = join(folder, 'source');
    mkdirSync(source);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const put = (path: string, text = 'one();\n') => {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  };
  let copies = 0;
  const stage = (include: readonly Inclusion[] = [], workingTree = true) => {
    const leftOut = rolesLeftOut(include);
    return stageDirectory({
      source,
      destination: join(folder, `copy-${(copies += 1)}`),
      leftOut,
      workingTree,
      installed: !leftOut.includes('environment'),
    });
  };
  const rolesOf = async (...options: Parameters<typeof stage>) =>
    Object.fromEntries(
      (await stage(...options)).files.map(({ path, role = 'own', basis, leftOut }) => [
        path,
        [role, ...(basis ? [basis] : []), ...(leftOut ? ['left out'] : [])].join(', '),
      ]),
    );
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', source, ...args], { env: { PATH: process.env['PATH'], HOME: folder }, stdio: 'ignore' });

  it('leave out what nobody writes by hand, count it and name its folder', async () => {
    put('app.py', 'print(1)\n');
    for (let number = 0; number < 40; number += 1) put(`.venv/lib/site/m${number}.py`, 'x = 1\n'.repeat(100));
    put('web/Vendor/a.php', '<?php\n');
    const { totals, files } = await stage();
    expect(totals).toMatchObject({ files: 1, lines: 1, byLanguage: { python: { files: 1, lines: 1 } } });
    expect(countRoles(files)).toEqual([
      { role: 'vendored', basis: 'path', leftOut: true, files: 1, lines: 1, first: ['web/Vendor/'] },
      { role: 'environment', basis: 'path', leftOut: true, files: 40, lines: 4_000, first: ['.venv/'] },
    ]);
  });

  it('take build output for the code of a package that ships nothing else', async () => {
    put('dist/app.js', 'one();\n//# sourceMappingURL=app.js.map\n');
    put('dist/app.js.map', '{}');
    put('dist/app.min.js');
    put('vendor/a.js');
    const { files } = await stageDirectory({
      source,
      destination: join(folder, 'built'),
      leftOut: rolesLeftOut([]),
      isBuilt: true,
    });
    const left = files.filter((file) => file.leftOut === true).map(({ path }) => path);
    expect(left.sort()).toEqual(['dist/app.js.map', 'dist/app.min.js', 'vendor/a.js']);
    expect(files.find(({ path }) => path === 'dist/app.js')?.role).toBeUndefined();
  });

  it('are no reason to leave out what is included', async () => {
    put('.gitignore', '.venv/\n');
    put('.venv/a.py');
    put('dist/a.js');
    put('node_modules/a/index.js');
    put('.git/HEAD');
    expect((await stage()).totals.lines).toBe(0);
    expect((await stage(['build-output'])).totals.lines).toBe(1);
    expect((await stage(['environment'])).files.filter(({ leftOut }) => !leftOut).map(({ path }) => path)).toEqual([
      '.gitignore',
      '.venv/a.py',
      'node_modules/a/index.js',
    ]);
    expect((await stage(['all'])).totals.lines).toBe(3);
  });

  it('leave out what Git ignores and does not track, and nothing that it tracks', async () => {
    put('.gitignore', '*.local.js\n/data/\n!data/kept.js\n');
    put('sub/.gitignore', '!own.local.js\n');
    for (const path of ['a.js', 'a.local.js', 'tracked.local.js', 'data/a.js', 'data/kept.js', 'sub/own.local.js'])
      put(path);
    git('init', '-q');
    git('add', '.');
    git('add', '-f', 'tracked.local.js');
    expect(await rolesOf()).toMatchObject({
      'a.js': 'own',
      'a.local.js': 'ignored, git, left out',
      'tracked.local.js': 'own',
      'data/a.js': 'ignored, git, left out',
      'data/kept.js': 'ignored, git, left out',
      'sub/own.local.js': 'own',
    });
    expect(await rolesOf(['ignored'])).toMatchObject({ 'a.local.js': 'ignored, git', 'a.js': 'own' });
  });

  it.each<[string, () => void]>([
    ['in a plain folder', () => undefined],
    ['where Git tracks nothing yet', () => git('init', '-q')],
    ['where the index is broken', () => put('.git/index', 'DIRC')],
    [
      'where the repository is a link',
      () => {
        execFileSync('git', ['init', '-q', join(folder, 'other')], { stdio: 'ignore' });
        writeFileSync(join(folder, 'other/a.js'), '');
        execFileSync('git', ['-C', join(folder, 'other'), 'add', '.'], { stdio: 'ignore' });
        symlinkSync(join(folder, 'other/.git'), join(source, '.git'));
      },
    ],
  ])('leave nothing out by an ignore file %s', async (_, arrange) => {
    put('.gitignore', '*\n');
    put('src/app.js');
    arrange();
    expect(await rolesOf()).toMatchObject({ 'src/app.js': 'ignored, ignore file' });
    expect((await stage()).totals.lines).toBe(1);
  });

  it('leave nothing out by an ignore file of what is not a working tree of this machine', async () => {
    put('.gitignore', 'src\n');
    put('src/app.js');
    put('a.js');
    git('init', '-q');
    git('add', '.');
    expect(await rolesOf([], false)).toMatchObject({ 'src/app.js': 'ignored, ignore file' });
    expect(await rolesOf([], true)).toMatchObject({ 'src/app.js': 'ignored, git, left out' });
  });

  it('that the target gives its files are told, and leave nothing out', async () => {
    put('.gitattributes', 'src/a.js linguist-vendored\nsrc/b.js linguist-generated=true\n');
    put('src/a.js');
    put('src/b.js');
    put('src/c.go', '// Code generated by me. DO NOT EDIT.\npackage c\n');
    put('src/d.js', `${'a(b,c);'.repeat(400)}\n`);
    put('src/e.js', 'run();\n//# sourceMappingURL=e.js.map\n');
    put('src/e.js.map', '{}\n');
    put('src/vendor/f.js');
    const { files, totals } = await stage();
    expect(await rolesOf()).toMatchObject({
      'src/a.js': 'vendored, attributes',
      'src/b.js': 'generated, attributes',
      'src/c.go': 'generated, header',
      'src/d.js': 'minified, measured',
      'src/e.js': 'build-output, source map',
      'src/e.js.map': 'minified, path, left out',
      'src/vendor/f.js': 'vendored, path',
    });
    expect(totals.lines).toBe(1 + 1 + 2 + 1 + 2 + 1);
    expect(countRoles(files).filter(({ leftOut }) => leftOut)).toHaveLength(1);
  });

  it('are those of a library for files that begin as one, unless the target is that library', async () => {
    const header = '// parser - version 1.16\n// Copyright (c) Somebody\n// https://parser.example/\n';
    put('src/parser/parser.cpp', `${header}int a;\n`);
    put('src/app.cpp', 'int b;\n'.repeat(10));
    expect(await rolesOf()).toMatchObject({ 'src/parser/parser.cpp': 'vendored, header', 'src/app.cpp': 'own' });
    expect((await stage()).totals.lines).toBe(14);
    put('src/parser/parser.cpp', header.repeat(10));
    expect(await rolesOf()).toMatchObject({ 'src/parser/parser.cpp': 'own', 'src/app.cpp': 'own' });
  });

  it('are not told by rules of too much work, which are named', async () => {
    put('.gitignore', '*x*y*z\n'.repeat(30_000));
    put('sub\nline/.gitignore', 'x\n'.repeat(200_000));
    put('sub\nline/x');
    for (let number = 0; number < 60; number += 1) put(`${'x'.repeat(200)}${number}.js`);
    const { skipped, totals, files } = await stage();
    expect(skipped).toEqual(
      ['.gitignore', 'sub\\nline/.gitignore'].map((path) => ({ path, reason: 'rules of too much work', count: 1 })),
    );
    expect(totals.lines).toBe(60);
    expect(files.filter(({ role }) => role === 'ignored')).toEqual([]);
  });

  it('reads no rules through a link', async () => {
    writeFileSync(join(folder, 'rules'), '*.js\n');
    symlinkSync(join(folder, 'rules'), join(source, '.gitignore'));
    put('a.js');
    expect(await rolesOf()).toEqual({ 'a.js': 'own' });
    expect(readFileSync(join(folder, 'rules'), 'utf8')).toBe('*.js\n');
  });
});
