import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type StageDirectoryOptions, stageDirectory } from './stage-directory';
import { close, fstat, openFile, openFolder, openRoot } from './open-entry';
import { type StagedTree, readOriginal, removeStaged } from './staged-tree';

describe('staging a directory', () => {
  let folder: string;
  let source: string;
  let destination: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-staging-'));
    source = join(folder, 'source');
    destination = join(folder, 'stage');
    mkdirSync(source);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const put = (path: string, content: string | Buffer = 'text\n') => {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), content);
  };
  const stage = (options: Partial<StageDirectoryOptions> = {}) => stageDirectory({ source, destination, ...options });
  const skippedOf = ({ skipped }: StagedTree) =>
    Object.fromEntries(skipped.map(({ path, reason, count }) => [path, count === 1 ? reason : `${reason} (${count})`]));
  const stagedBytes = (tree: StagedTree, path: string) =>
    readFileSync(join(tree.root, tree.files.find((file) => file.path === path)!.staged));

  it('copies packed parts of a chart for what prints charts, and lists them among what no tool looks at', async () => {
    put('shop/Chart.yaml');
    put('shop/charts/db-1.0.0.tgz', Buffer.from([0x1f, 0x8b, 0]));
    put('shop/charts/_old.tgz', Buffer.from([0x1f, 0x8b, 0]));
    put('charts/db-1.0.0.tgz', Buffer.from([0x1f, 0x8b, 0]));
    symlinkSync('db-1.0.0.tgz', join(source, 'shop/charts/link-1.0.0.tgz'));
    put('shop/charts/large-1.0.0.tgz');
    truncateSync(join(source, 'shop/charts/large-1.0.0.tgz'), 6 * 1024 * 1024);
    const tree = await stage();
    expect(readdirSync(join(tree.root, 'shop/charts'))).toEqual(['db-1.0.0.tgz']);
    expect(existsSync(join(tree.root, 'charts'))).toBe(false);
    expect(tree.files.map(({ path }) => path)).toEqual(['shop/Chart.yaml']);
    expect(skippedOf(tree)).toMatchObject({ 'shop/charts/db-1.0.0.tgz': 'binary format' });
  });

  it('copies text and images, with their language, size and lines, and counts what is billed', async () => {
    put('src/app.ts', 'one;\ntwo;\n');
    put('style.css', 'a {}\n');
    put('README.md', '# Title\n');
    put('package-lock.json', '{}\n');
    put('.env', 'KEY=value');
    put('bin/tool', '#!/usr/bin/env node\nrun();\n');
    put('logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]));
    const tree = await stage();
    expect(tree.files).toEqual([
      { staged: '.env', path: '.env', size: 9, lines: 1, language: 'ini' },
      {
        staged: 'README.md',
        path: 'README.md',
        size: 8,
        lines: 1,
        language: 'markdown',
        role: 'documentation',
        basis: 'path',
      },
      { staged: 'logo.png', path: 'logo.png', size: 6, lines: 0, language: 'png' },
      {
        staged: 'package-lock.json',
        path: 'package-lock.json',
        size: 3,
        lines: 1,
        language: 'lock',
        role: 'lockfile',
        basis: 'path',
      },
      { staged: 'style.css', path: 'style.css', size: 5, lines: 1, language: 'css' },
      { staged: 'bin/tool.js', path: 'bin/tool', size: 27, lines: 2, language: 'javascript' },
      { staged: 'src/app.ts', path: 'src/app.ts', size: 10, lines: 2, language: 'typescript' },
    ]);
    expect(tree).toMatchObject({
      root: join(destination, 'tree'),
      skipped: [],
      totals: { files: 7, bytes: 68, lines: 5, byLanguage: { typescript: { files: 1, bytes: 10, lines: 2 } } },
    });
    expect(stagedBytes(tree, 'logo.png')).toEqual(readFileSync(join(source, 'logo.png')));
    expect(statSync(join(tree.root, '.env')).mode & 0o222).toBe(0);
  });

  it('stages a file under the extension that tools ask for, however the target writes it', async () => {
    for (const name of ['app.JS', 'page.Html', 'page.html', 'logo.PNG', 'Dockerfile.DEV', 'x.UNKNOWN', '.ENV'])
      put(name, name);
    const staged = new Map((await stage()).files.map((file) => [file.path, file.staged]));
    expect(Object.fromEntries(staged)).toEqual({
      'app.JS': 'app.js',
      'page.Html': 'page~2.html',
      'page.html': 'page.html',
      'logo.PNG': 'logo.PNG',
      'Dockerfile.DEV': expect.stringMatching(/^Dockerfile\.(DEV|dev)$/) as string,
      'x.UNKNOWN': 'x.UNKNOWN',
      '.ENV': '.ENV',
    });
  });

  it('stages a script without an ending under that of its language, and where manifests name it', async () => {
    const bash = '#!/bin/bash\nset -e\n';
    put('bin/setup', bash);
    put('bin/serve', '#!/usr/bin/env python3.12\n');
    put('bin/build', bash);
    put('bin/build.sh', 'other\n');
    put('bin/hook.sample', bash);
    put('cgi-bin/list.cgi', '#!/usr/bin/env python3\n');
    put('cgi-bin/list.sh.cgi', bash);
    put('LICENSE', 'text\n');
    const tree = await stage();
    expect(Object.fromEntries(tree.files.map(({ path, staged }) => [path, staged]))).toEqual({
      'bin/setup': 'bin/setup.sh',
      'bin/serve': 'bin/serve.py',
      'bin/build': 'bin/build',
      'bin/build.sh': 'bin/build.sh',
      'bin/hook.sample': 'bin/hook.sample',
      'cgi-bin/list.cgi': 'cgi-bin/list.cgi.py',
      'cgi-bin/list.sh.cgi': 'cgi-bin/list.sh.cgi',
      LICENSE: 'LICENSE',
    });
    expect(stagedBytes(tree, 'bin/setup').toString()).toBe(bash);
    expect(readFileSync(join(tree.root, 'bin/setup'), 'utf8')).toBe(bash);
    expect(stagedBytes(tree, 'bin/build.sh').toString()).toBe('other\n');
  });

  it('skips links, FIFOs and folders of dependencies or version control, and reports each', async () => {
    put('kept.ts');
    put('node_modules/x/index.js');
    put('deep/.git/config');
    put('submodule/.git', 'gitdir: ../..');
    put('lib/library.so', Buffer.from([1]));
    put('data.txt', Buffer.from('a\0b'));
    writeFileSync(join(folder, 'outside.ts'), 'secret');
    symlinkSync(join(folder, 'outside.ts'), join(source, 'link.ts'));
    symlinkSync(folder, join(source, 'folder-link'));
    symlinkSync('.', join(source, 'loop'));
    symlinkSync('nowhere', join(source, 'dangling'));
    execFileSync('mkfifo', [join(source, 'pipe.ts')]);
    const server = createServer().listen(join(source, 'socket.ts'));
    await once(server, 'listening');
    const tree = await stage();
    server.close();
    expect(tree.files.map(({ path }) => path)).toEqual(['kept.ts']);
    expect(skippedOf(tree)).toEqual({
      node_modules: 'installed dependencies (unknown)',
      'deep/.git': 'version control data (unknown)',
      'submodule/.git': 'version control data',
      'lib/library.so': 'binary format',
      'data.txt': 'binary content',
      'link.ts': 'symbolic link',
      'folder-link': 'symbolic link',
      loop: 'symbolic link',
      dangling: 'symbolic link',
      'pipe.ts': 'not a regular file',
      'socket.ts': 'not a regular file',
    });
  });

  it('lists submodules of a working tree of which no file is there', async () => {
    put('src/ee/index.ts');
    put('src/ee/.git', 'gitdir: ../..');
    const path = (folder: string) => `[submodule "${folder}"]\n\tpath = ${folder}\n`;
    put('.gitmodules', ['src/ee', 'vendor/b', 'a\u0007', '../out', 'x'.repeat(2_000)].map(path).join(''));
    expect(skippedOf(await stage({ workingTree: true }))).toEqual({
      'src/ee/.git': 'version control data',
      'vendor/b': 'submodule (unknown)',
      'a\\u0007': 'submodule (unknown)',
    });
  });

  it('opens neither through a link nor waiting, should an entry change its kind after it was listed', async () => {
    execFileSync('mkfifo', [join(source, 'pipe')]);
    symlinkSync('/etc/passwd', join(source, 'link'));
    symlinkSync('/etc', join(source, 'folder'));
    const root = await openRoot(source);
    await expect(openFile(root, Buffer.from('link'))).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(openFolder(root, Buffer.from('folder'))).rejects.toMatchObject({
      code: expect.stringMatching(/ELOOP|ENOTDIR/),
    });
    const pipe = await openFile(root, Buffer.from('pipe'));
    expect((await fstat(pipe)).isFIFO()).toBe(true);
    await close(pipe);
    await close(root.fd);
  });

  it('stages files of any name under a safe one and shows an unambiguous one', async () => {
    const names = [
      'new\nline.js',
      'esc\u001b[2J.js',
      'back\\slash.js',
      'right\u202eleft.js',
      '-rf.js',
      '[id] $(x).tsx',
      'été.js',
    ].map((name) => Buffer.from(name));
    names.push(Buffer.from([0x66, 0xff, 0x2e, 0x6a, 0x73]), Buffer.from([0x66, 0xfe, 0x2e, 0x6a, 0x73]));
    for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${source}/`), name]), name);
    const tree = await stage();
    expect(tree.files.map(({ path }) => path).sort()).toEqual(
      [
        '-rf.js',
        '[id] $(x).tsx',
        'back\\\\slash.js',
        'esc\\u001b[2J.js',
        'f\\xfe.js',
        'f\\xff.js',
        'new\\nline.js',
        'right\\u202eleft.js',
        'été.js',
      ].sort(),
    );
    for (const { staged } of tree.files) expect(staged).toMatch(/^[\p{L}\w.~$()[\] +-]+\.(js|tsx)$/u);
    expect(new Set(tree.files.map(({ staged }) => staged)).size).toBe(names.length);
    expect(tree.files.map(({ staged }) => readFileSync(join(tree.root, staged)).toString('hex')).sort()).toEqual(
      names.map((name) => name.toString('hex')).sort(),
    );
  });

  it('gives the same copy of the same directory', async () => {
    for (let index = 0; index < 300; index += 1)
      put(`folder-${index % 7}/file-${index}.ts`, `${index};\n`.repeat(index));
    const one = await stage();
    const other = await stage({ destination: join(folder, 'other') });
    expect({ ...other, root: '', pristine: '' }).toEqual({ ...one, root: '', pristine: '' });
  });

  it('does not read a file that is too large, and does read lock files and images that are', async () => {
    put('small.ts', 'x'.repeat(1_000));
    put('large.ts', 'x'.repeat(1_001));
    put('yarn.lock', 'x'.repeat(2_000));
    put('photo.jpg', 'x'.repeat(2_000));
    put('huge.json');
    truncateSync(join(source, 'huge.json'), 300 * 1024 * 1024);
    const tree = await stage({ limits: { fileBytes: 1_000, lockBytes: 2_000, imageBytes: 2_000 } });
    expect(tree.files.map(({ path }) => path)).toEqual(['photo.jpg', 'small.ts', 'yarn.lock']);
    expect(skippedOf(tree)).toEqual({ 'large.ts': 'too large', 'huge.json': 'too large' });
  });

  it('converts UTF-16 to UTF-8, line for line, and leaves other bytes as they are', async () => {
    put('wide.ts', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('const é = 1;\r\nnext;\n', 'utf16le')]));
    put('latin.ts', Buffer.from('// \xe9\n', 'latin1'));
    put('marked.ts', '\ufeffmarked;\n');
    const tree = await stage();
    expect(stagedBytes(tree, 'wide.ts').toString('utf8')).toBe('const é = 1;\r\nnext;\n');
    expect(tree.files.find(({ path }) => path === 'wide.ts')!.lines).toBe(2);
    expect(stagedBytes(tree, 'latin.ts')).toEqual(readFileSync(join(source, 'latin.ts')));
    expect(stagedBytes(tree, 'marked.ts')).toEqual(readFileSync(join(source, 'marked.ts')));
    expect(await readOriginal(tree, tree.files.find(({ path }) => path === 'wide.ts')!)).toBe(
      'const é = 1;\r\nnext;\n',
    );
  });

  it('overwrites directives in place and keeps the original of exactly those files', async () => {
    put('a.ts', 'eval(x); // eslint-disable-line no-eval é\nnext();\n');
    put('sub/b.ts', 'nothing here\n');
    const tree = await stage({ neutralise: [/\/\/ eslint-disable[^\n]*/] });
    expect(stagedBytes(tree, 'a.ts').toString()).toBe('eval(x); // xxxxxx-xxxxxxx-xxxx xx-xxxx x\nnext();\n');
    expect(readdirSync(tree.pristine, { recursive: true })).toEqual(['a.ts']);
    expect(await Promise.all(tree.files.map((file) => readOriginal(tree, file)))).toEqual([
      'eval(x); // eslint-disable-line no-eval é\nnext();\n',
      'nothing here\n',
    ]);
  });

  it('keeps settings of engines from steering them, and hides nothing that is in them', async () => {
    const steering = [
      '.eslintrc',
      '.eslintrc.json',
      'eslint.config.mjs',
      '.eslintignore',
      '.gitignore',
      '.oxlintrc.json',
      'biome.json',
      '.stylelintrc.cjs',
      '.browserslistrc',
      'browserslist',
      '.prettierrc',
      '.markdownlint-cli2.jsonc',
      'cspell.json',
      '.babelrc',
      'ruff.toml',
      '.unheard-of',
    ];
    const kept = [
      'webpack.config.js',
      'tsconfig.json',
      '.npmrc',
      '.env.local',
      'prettier.ts',
      'pyproject.toml',
      'Dockerfile.dev',
    ];
    for (const name of [...steering, ...kept]) put(`nested/${name}`, `token of ${name}\n`);
    const tree = await stage();
    expect(tree.skipped).toEqual([]);
    const staged = new Map(
      tree.files.map((file) => [file.path.slice('nested/'.length), file.staged.slice('nested/'.length)]),
    );
    for (const name of steering) expect([name, staged.get(name)]).toEqual([name, expect.stringContaining('~inert')]);
    for (const name of kept) expect(staged.get(name)).toBe(name);
    expect(staged.get('eslint.config.mjs')).toBe('eslint.config~inert.mjs');
    for (const name of steering) expect(stagedBytes(tree, `nested/${name}`).toString()).toBe(`token of ${name}\n`);
  });

  it('lets no file take the place of one that is renamed', async () => {
    put('eslint.config.mjs', 'renamed');
    put('eslint.config~inert.mjs', 'its own name');
    const tree = await stage();
    expect(tree.files.map(({ path, staged }) => [path, staged])).toEqual([
      ['eslint.config.mjs', 'eslint.config~inert~2.mjs'],
      ['eslint.config~inert.mjs', 'eslint.config~inert.mjs'],
    ]);
  });

  it('leaves its own folder out when that lies in the source', async () => {
    put('a.ts');
    const tree = await stage({ destination: join(source, '.work/stage') });
    expect(tree.files.map(({ path }) => path)).toEqual(['a.ts']);
    expect(skippedOf(tree)).toEqual({ '.work/stage': 'the staging folder itself (unknown)' });
  });

  it('lists many skipped entries of one reason as some and the number of the others', async () => {
    for (let index = 0; index < 450; index += 1)
      symlinkSync('x', join(source, `link-${String(index).padStart(3, '0')}`));
    const { skipped } = await stage();
    expect(skipped).toHaveLength(201);
    expect(skipped.at(-1)).toEqual({ path: 'link-200', reason: 'symbolic link', count: 250 });
  });

  it('removes a copy, and one that is not there', async () => {
    put('deep/er/a.ts');
    await stage();
    await removeStaged(destination);
    expect(existsSync(destination)).toBe(false);
    await removeStaged(destination);
  });
});
