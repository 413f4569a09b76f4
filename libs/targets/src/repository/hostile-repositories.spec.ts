import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tree } from '../../../../test/support/git-server/git-objects';
import { type GitServer, openGitServer } from '../../../../test/support/git-server/git-server';
import {
  alternatesAt,
  endlessPack,
  endlessReferences,
  errorThatSays,
  redirectTo,
} from '../../../../test/support/git-server/hostile-answers';
import { type Canary, openCanary } from '../../../../test/support/hostile/canary';
import { createTargetGuard, parseAllowedTargets } from '../network';
import { type CloneOptions, cloneRepository } from '../../test/clone-repository';

describe('a hostile repository', () => {
  let server: GitServer;
  let canary: Canary;
  let folder: string;
  beforeEach(async () => {
    [server, canary] = await Promise.all([openGitServer(), openCanary()]);
    folder = mkdtempSync(join(tmpdir(), 'assay-clone-'));
  });
  afterEach(async () => {
    const seen = { traces: await canary.traces(), connections: canary.connections() };
    await Promise.all([server.close(), canary.close()]);
    rmSync(folder, { recursive: true, force: true });
    expect(seen).toEqual({ traces: [], connections: 0 });
  });

  const guardOf = (addresses: readonly string[], allowed: string) => {
    const list = parseAllowedTargets(allowed);
    if (!list.ok) throw new Error(list.refusal);
    return createTargetGuard({
      allowed: list.value,
      resolver: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });
  };
  const limits = { bytes: 5_000_000, files: 1_000, time: 90_000, memoryMb: 1_000 };
  const clone = (options: Partial<CloneOptions> = {}) =>
    cloneRepository({
      host: 'hosta',
      url: 'eve/trap',
      baseUrl: `http://hosta.example:${server.port}`,
      destination: join(folder, 'clone'),
      guard: guardOf(['127.0.0.1'], `127.0.0.1:${server.port}`),
      limits,
      ...options,
    });
  const cloneOf = (tree: Tree) => {
    server.add('eve/trap', { main: tree });
    return clone();
  };
  const touch = (name: string) => `touch ${join(canary.secretFile, '../traces', name)}`;
  const refusesTree = async (tree: Tree, fault = 'hostile content') => {
    await expect(cloneOf(tree)).rejects.toMatchObject({ name: 'RepositoryUnreadable', fault });
    expect(readdirSync(folder)).toEqual([]);
  };

  it('has hooks in it: they are files like others', async () => {
    const hook = { mode: '100755', content: `#!/bin/sh\n${touch('hook')}\n` } as const;
    const cloned = await cloneOf({
      hooks: { 'post-checkout': hook, 'post-index-change': hook },
      '.githooks': { 'post-checkout': hook },
      '.gitconfig': '[core]\n\thooksPath = .githooks\n',
    });
    expect(cloned.files).toBe(4);
    expect(existsSync(join(cloned.gitDirectory, 'hooks'))).toBe(false);
  });

  it('names filters, encodings and identities, but files are written as they were committed', async () => {
    const home = join(folder, 'home');
    mkdirSync(home);
    writeFileSync(
      join(home, '.gitconfig'),
      [
        '[filter "evil"]',
        `\tsmudge = ${touch('smudge')}`,
        `\tprocess = ${touch('process')}`,
        '\trequired = true',
        '[core]',
        `\tfsmonitor = ${touch('fsmonitor')}`,
        `\thooksPath = ${home}`,
        `[url "${canary.url}"]`,
        `\tinsteadOf = http://hosta.example:${server.port}/`,
        '[credential]',
        `\thelper = "!${touch('credential')}"`,
        '',
      ].join('\n'),
    );
    writeFileSync(join(home, 'post-checkout'), `#!/bin/sh\n${touch('hook')}\n`, { mode: 0o755 });
    const before = process.env['HOME'];
    process.env['HOME'] = home;
    try {
      const files = { 'a.txt': '$Id$\nline\n', 'b.txt': 'line\r\nline\n' };
      const { directory } = await cloneOf({
        '.gitattributes': '* filter=evil ident text eol=crlf working-tree-encoding=UTF-32\n',
        ...files,
      });
      for (const [name, content] of Object.entries(files))
        expect(readFileSync(join(directory, name), 'utf8')).toBe(content);
    } finally {
      process.env['HOME'] = before;
      rmSync(home, { recursive: true });
    }
  });

  it('has submodules at addresses that nobody may contact: they are counted and left', async () => {
    const cloned = await cloneOf({
      '.gitmodules': `[submodule "inner"]\n\tpath = inner\n\turl = ${canary.url}\n\tupdate = none\n`,
      inner: { mode: '160000', content: '1'.repeat(40) },
      'a.txt': 'a',
    });
    expect(cloned).toMatchObject({ files: 2, notWritten: { submodules: 1 } });
    expect(readdirSync(cloned.directory).sort()).toEqual(['.gitmodules', 'a.txt']);
  });

  it('has links out of itself: they are counted and not written', async () => {
    const link = (content: string) => ({ mode: '120000', content }) as const;
    const cloned = await cloneOf({
      passwd: link('/etc/passwd'),
      up: link('../../..'),
      hooks: link('../repository.git/hooks'),
      Hooks: { 'post-checkout': 'x' },
      src: { 'self\n': link('.') },
    });
    expect(cloned).toMatchObject({ files: 1, notWritten: { symbolicLinks: 4 } });
    expect(readdirSync(cloned.directory, { recursive: true }).sort()).toEqual(['Hooks', 'Hooks/post-checkout']);
  });

  it('has names with line ends, options and commands in them: they are names', async () => {
    const names = [
      'two\nlines',
      '--upload-pack=touch x',
      '-u',
      'quote"\'`',
      'tab\tbed',
      'C:\\x',
      canary.shellName,
      '\u202egnp.js',
      'con',
      'x'.repeat(255),
    ];
    const cloned = await cloneOf(Object.fromEntries(names.map((name) => [name, name])));
    expect(readdirSync(cloned.directory).sort()).toEqual(names.sort());
  });

  it('has names that differ in case only: nothing is lost where the file system tells them apart', async () => {
    const cloned = await cloneOf({ 'README.md': 'upper', 'readme.md': 'lower', src: { a: '1' }, SRC: { a: '2' } });
    expect(cloned.files).toBe(4);
    expect(readdirSync(cloned.directory)).toHaveLength(existsSync(__filename.toUpperCase()) ? 2 : 4);
  });

  it('points at large files elsewhere: the pointer is the file', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    const { directory } = await cloneOf({
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
      '.lfsconfig': `[lfs]\n\turl = ${canary.url}\n`,
      'big.bin': pointer,
    });
    expect(readFileSync(join(directory, 'big.bin'), 'utf8')).toBe(pointer);
  });

  it.each([['.git'], ['.GIT'], ['git~1'], ['.git '], ['.g\u200cit'], ['..'], ['.']])(
    'has a folder called %j in it: git refuses it',
    (name) =>
      refusesTree({
        [name]: { hooks: { 'post-checkout': { mode: '100755', content: `#!/bin/sh\n${touch('hook')}\n` } } },
      }),
  );

  it.each([
    ['the URL of a submodule', '[submodule "x"]\n\tpath = x\n\turl = -u./payload\n'],
    ['the path of a submodule', '[submodule "x"]\n\tpath = -x\n\turl = http://site.example/\n'],
    ['the name of a submodule', '[submodule "../../x"]\n\tpath = x\n\turl = http://site.example/\n'],
    ['an update command', '[submodule "x"]\n\tpath = x\n\turl = http://site.example/\n\tupdate = !touch x\n'],
  ])('hides an instruction in %s: git refuses it', (_, content) =>
    refusesTree({ '.gitmodules': content, x: { mode: '160000', content: '1'.repeat(40) } }),
  );

  it('has a .gitmodules that is a link: git refuses it', () =>
    refusesTree({ '.gitmodules': { mode: '120000', content: '/etc/passwd' } }));
  it('has a name that no file system takes: it is refused before anything is written', () =>
    refusesTree({ ['x'.repeat(300)]: 'x' }));

  it('holds a file that is many times larger than its pack: it is refused before it is written', async () => {
    await expect(cloneOf({ 'zeros.txt': { content: Buffer.alloc(64_000_000) } })).rejects.toMatchObject({
      name: 'TargetTooLarge',
      limit: 'bytes',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('holds billions of files in a dozen objects: it is refused before they are written', async () => {
    server.add('eve/trap', {
      main: (objects) => {
        let id = objects.write('blob', Buffer.from('bomb\n'));
        for (let level = 0; level < 9; level += 1)
          id = objects.tree(
            Array.from({ length: 10 }, (_, index) => ({
              mode: level === 0 ? '100644' : '40000',
              name: `d${index}`,
              id,
            })),
          );
        return objects.commit(id);
      },
    });
    await expect(clone()).rejects.toMatchObject({ name: 'TargetTooLarge', limit: 'files', allowed: 1_000 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('sends a pack without an end: it is stopped at the limit', async () => {
    server.add('eve/trap', { main: { a: 'a' } });
    server.intercept(endlessPack);
    await expect(clone()).rejects.toMatchObject({ name: 'TargetTooLarge', limit: 'bytes', allowed: 5_000_000 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names references without an end: it is stopped when it takes too much memory', async () => {
    server.intercept(endlessReferences);
    await expect(clone({ limits: { ...limits, memoryMb: 150 } })).rejects.toMatchObject({
      name: 'TargetUnreadable',
      message: expect.stringContaining('more than 150 MB of memory'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([301, 302, 307, 308])('is a redirect (%i) to where nobody may go: it is not followed', async (status) => {
    server.intercept(redirectTo(new URL(canary.url).origin, status));
    await expect(clone({ token: 'tkn_5ecret' })).rejects.toMatchObject({
      name: 'RepositoryUnreadable',
      fault: 'redirect',
    });
  });

  it('has its objects on another server, by the old protocol: that one is not asked', async () => {
    server.intercept(alternatesAt(canary.url));
    await expect(clone()).rejects.toMatchObject({ name: 'RepositoryUnreadable', fault: 'not a repository' });
  });

  it('answers with words of its own: they are shown without what moves the cursor, and cut', async () => {
    server.intercept(errorThatSays(`\u001b[2Jfatal: \u202egood ${'x'.repeat(900)}`));
    const error = await clone().catch((refusal: Error) => refusal);
    expect(error).toMatchObject({ name: 'RepositoryUnreadable', fault: 'not a repository' });
    expect((error as Error).message).toMatch(/^[\x20-\x7e…]{1,300}$/);
  });

  it.each([
    ['ext::sh -c touch% x', 'TargetNotAllowed'],
    ['file:///etc', 'TargetNotAllowed'],
    ['ssh://git@hosta.example/eve/trap', 'TargetNotAllowed'],
    ['git://hosta.example/eve/trap', 'TargetNotAllowed'],
    ['http://169.254.169.254/eve/trap', 'TargetNotAllowed'],
    ['http://user:password@hosta.example/eve/trap', 'TargetNotAllowed'],
    ['http://127.0.0.1/eve/trap', 'TargetNotAllowed'],
    ['git@hosta.example:eve/trap', 'TargetUnreadable'],
    ['--upload-pack=touch x/y', 'TargetUnreadable'],
    ['-u/y', 'TargetUnreadable'],
    ['../../etc/passwd', 'TargetUnreadable'],
    ['eve/..', 'TargetUnreadable'],
    ['/eve/trap', 'TargetUnreadable'],
    ['eve', 'TargetUnreadable'],
    ['eve/trap/more', 'TargetUnreadable'],
    ['eve/tr ap', 'TargetUnreadable'],
    ['eve/trap\n', 'TargetUnreadable'],
    ['eve/trap?x', 'TargetUnreadable'],
  ])('is named %j: %s', async (url, name) => {
    await expect(clone({ url })).rejects.toMatchObject({ name });
    expect(server.requests).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('lies at a name that leads to a private address: nobody connects', async () => {
    const { port } = new URL(canary.url);
    await expect(
      clone({ url: `http://inside.example:${port}/eve/trap`, guard: guardOf(['127.0.0.1'], `other.example:${port}`) }),
    ).rejects.toMatchObject({ name: 'TargetNotAllowed', reason: 'port' });
    await expect(
      clone({ url: 'https://inside.example/eve/trap', guard: guardOf(['8.8.8.8', '10.0.0.1'], '') }),
    ).rejects.toMatchObject({ name: 'TargetNotAllowed', reason: 'private' });
  });

  it('is offered without encryption by a server that no allow-list names: it is not cloned', async () => {
    await expect(
      clone({ url: 'http://public.example/eve/trap', guard: guardOf(['8.8.8.8'], `hosta.example:${server.port}`) }),
    ).rejects.toMatchObject({ name: 'TargetNotAllowed', reason: 'scheme' });
  });
});
