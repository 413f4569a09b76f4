import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectConfinement } from '@assay/sandbox';
import { type GitServer, openGitServer } from '../../../../test/support/git-server/git-server';
import { createTargetGuard, parseAllowedTargets } from '../network';
import { type CloneOptions, cloneRepository } from '../../test/clone-repository';

describe('cloning a repository', () => {
  let server: GitServer;
  let folder: string;
  let asked: string[];
  beforeEach(async () => {
    server = await openGitServer();
    folder = mkdtempSync(join(tmpdir(), 'assay-clone-'));
    asked = [];
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const guardOf = (addresses: readonly string[] = ['127.0.0.1'], allowed = `127.0.0.1:${server.port}`) => {
    const list = parseAllowedTargets(allowed);
    if (!list.ok) throw new Error(list.refusal);
    return createTargetGuard({
      allowed: list.value,
      resolver: async (name) => (asked.push(name), addresses.map((address) => ({ address, family: 4 }))),
    });
  };
  /** A host of this name exists nowhere: only the address that the guard has checked leads to it. */
  const baseUrl = () => `http://hosta.example:${server.port}`;
  const clone = (options: Partial<CloneOptions> = {}) =>
    cloneRepository({
      host: 'hosta',
      url: 'ada/engine',
      baseUrl: baseUrl(),
      destination: join(folder, 'clone'),
      guard: guardOf(),
      limits: { bytes: 10_000_000, files: 1_000, time: 60_000, memoryMb: 1_000 },
      ...options,
    });

  /** Clones with a script as `git`, which does as told before it runs git, and returns what it said in its folder. */
  const throughWrapper = async (code: string, run: () => Promise<unknown>): Promise<string> => {
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/git'), `#!/bin/sh\n${code}\nexec '${real}' "$@"\n`, { mode: 0o755 });
    const path = process.env['PATH'];
    process.env['PATH'] = `${join(folder, 'bin')}:${path}`;
    try {
      await run();
    } finally {
      process.env['PATH'] = path;
    }
    // Git's working directory is the only folder that it can write to.
    return readFileSync(join(folder, 'clone/said'), 'utf8');
  };

  it('gives the files of the branch main, its commit and when that was made', async () => {
    const commits = server.add('ada/engine', {
      main: { 'README.md': '# Engine\n', src: { 'run.sh': { mode: '100755', content: 'exit 0\n' } } },
      other: { 'other.txt': 'x' },
    });
    const cloned = await clone();
    expect(cloned).toEqual({
      name: 'ada/engine',
      branch: 'main',
      commit: commits['main'],
      committedAt: '2023-11-14T22:13:20.000Z',
      directory: join(folder, 'clone/tree'),
      gitDirectory: join(folder, 'clone/repository.git'),
      files: 2,
      bytes: 16,
      notWritten: { symbolicLinks: 0, submodules: 0 },
    });
    expect(readdirSync(cloned.directory, { recursive: true }).sort()).toEqual(['README.md', 'src', 'src/run.sh']);
    expect(readFileSync(join(cloned.directory, 'README.md'), 'utf8')).toBe('# Engine\n');
    expect(readFileSync(join(cloned.gitDirectory, 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  });

  it('goes to the address that was checked, under the name that was asked for, and asks once', async () => {
    server.add('ada/engine', { main: { a: 'a' } });
    await clone();
    expect(asked).toEqual(['hosta.example']);
    expect(new Set(server.requests.map(({ host }) => host))).toEqual(new Set([`hosta.example:${server.port}`]));
  });

  it.each([
    ['hosta', 'ada/engine', 'ada/engine'],
    ['hosta', 'ada/engine.git', 'ada/engine'],
    ['hosta', 'BASE/ada/engine', 'ada/engine'],
    ['hosta', 'BASE/ada/engine.git/', 'ada/engine'],
    ['hostb', 'group/sub/engine', 'group/sub/engine'],
    ['hostb', 'BASE/group/sub/engine.git', 'group/sub/engine'],
  ] as const)('understands %s %s', async (host, url, name) => {
    server.add(name, { main: { a: 'a' } });
    expect(await clone({ host, url: url.replace('BASE', baseUrl()) })).toMatchObject({ name, files: 1 });
  });

  it('clones from an address that is written out', async () => {
    server.add('ada/engine', { main: { a: 'a' } });
    expect(await clone({ baseUrl: `http://127.0.0.1:${server.port}` })).toMatchObject({ files: 1 });
    expect(asked).toEqual([]);
  });

  it('takes another branch, one commit of it or as many as are asked for', async () => {
    server.add('ada/engine', {
      main: { a: 'a' },
      'feature/x': (objects) => {
        const tree = objects.treeOf({ b: 'b' });
        const first = objects.commit(tree, { message: 'first' });
        return objects.commit(tree, {
          parents: [objects.commit(tree, { parents: [first], message: 'second' })],
          message: 'third',
        });
      },
    });
    const commitsOf = async (depth?: number) => {
      const cloned = await clone({
        branch: 'feature/x',
        destination: join(folder, `clone-${depth}`),
        ...(depth !== undefined && { depth }),
      });
      expect(readdirSync(cloned.directory)).toEqual(['b']);
      return existsSync(join(cloned.gitDirectory, 'shallow'))
        ? readFileSync(join(cloned.gitDirectory, 'shallow'), 'utf8').trim() === cloned.commit
          ? 'one'
          : 'some'
        : 'all';
    };
    expect([await commitsOf(), await commitsOf(2), await commitsOf(10)]).toEqual(['one', 'some', 'all']);
  });

  it.each([
    [
      'a branch that is not there',
      { branch: 'gone' },
      'missing branch',
      'ada/engine: there is no branch "gone", or nothing in the repository',
    ],
    ['a repository that is not there', { url: 'ada/gone' }, 'missing repository', 'ada/gone: it does not exist'],
    [
      'a branch that is none',
      { branch: '--upload-pack=touch x' },
      'missing branch',
      'ada/engine: what is asked for is not the name of a branch',
    ],
  ])('says that it is asked for %s, and leaves nothing', async (_, options, fault, message) => {
    server.add('ada/engine', { main: { a: 'a' } });
    await expect(clone(options)).rejects.toMatchObject({ name: 'RepositoryUnreadable', fault, message });
    expect(readdirSync(folder)).toEqual([]);
  });

  describe('that is private', () => {
    const TOKEN = 'tkn_5ecret';
    beforeEach(() => {
      server.add('ada/engine', { main: { a: 'a' } });
      server.intercept((request, response) => {
        const right = ['x-access-token', 'oauth2'].map(
          (user) => `Basic ${Buffer.from(`${user}:${TOKEN}`).toString('base64')}`,
        );
        if (right.includes(request.headers.authorization ?? '')) return false;
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
        return true;
      });
    });

    it.each(['hosta', 'hostb'] as const)('uses the token of %s', async (host) =>
      expect(await clone({ host, token: TOKEN })).toMatchObject({ files: 1 }),
    );

    it('says that a token is missing or was refused, without telling it', async () => {
      await expect(clone()).rejects.toMatchObject({
        fault: 'credential needed',
        message: 'ada/engine: it does not exist, or is private: no access token is set',
      });
      await expect(clone({ token: 'tkn_wrong' })).rejects.toMatchObject({
        fault: 'credential refused',
        message: 'ada/engine: the access token of the integration was refused',
      });
      expect(readdirSync(folder)).toEqual([]);
    });

    it('keeps the token for the service it belongs to', async () => {
      await expect(
        clone({ url: `http://elsewhere.example:${server.port}/ada/engine`, token: TOKEN }),
      ).rejects.toMatchObject({ fault: 'credential needed' });
      expect(server.requests.map(({ authorization }) => authorization).filter(Boolean)).toEqual([]);
    });

    it('tells the token to git by its environment only, which no other user can read', async () => {
      const given = await throughWrapper(`if [ "$1" = fetch ]; then printf '%s\\n' "$@" >> said; fi`, () =>
        clone({ token: TOKEN }),
      );
      expect(given).toContain('refs/heads/main');
      expect(given).not.toMatch(/tkn_|Basic|Authorization|@/);
    });

    it('leaves no trace of the token in what it keeps', async () => {
      const { gitDirectory } = await clone({ token: TOKEN });
      const texts = readdirSync(gitDirectory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
      for (const secret of [TOKEN, Buffer.from(`x-access-token:${TOKEN}`).toString('base64')])
        expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    });
  });

  it('shows git, while it uses the network, no file of others, and lets it write nowhere else', async () => {
    server.add('ada/engine', { main: { a: 'a' } });
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'a key');
    const said = await throughWrapper(
      `if [ "$1" = fetch ]; then
        if [ -r '${secret}' ]; then echo "it can be read" >> said; fi
        if echo altered 2>&- >> '${secret}'; then echo "it can be written" >> said; fi
        echo tried >> said
      fi`,
      clone,
    );
    const { protections } = await detectConfinement();
    const hidden = protections.find(({ name }) => name === 'own-root')!.active;
    expect(said).toBe(hidden ? 'tried\n' : 'it can be read\nit can be written\ntried\n');
  });

  it('stops when its caller does, with the caller’s reason, and leaves nothing', async () => {
    const controller = new AbortController();
    server.intercept(() => (controller.abort(new Error('enough')), true));
    await expect(clone({ signal: controller.signal })).rejects.toThrow('enough');
    await expect(clone({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives up on a server that does not answer', async () => {
    server.intercept(() => true);
    await expect(clone({ limits: { bytes: 1_000, files: 10, time: 1_500, memoryMb: 1_000 } })).rejects.toMatchObject({
      name: 'TargetUnreachable',
      reason: 'time',
      message: 'ada/engine: it was not cloned within 1,500 ms',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says that the server fails, or that there is none', async () => {
    server.intercept((_, response) => (response.writeHead(500).end(), true));
    await expect(clone()).rejects.toMatchObject({ name: 'TargetUnreachable', reason: 'answer' });
    await expect(clone({ guard: guardOf(['127.0.0.9'], `127.0.0.9:${server.port}`) })).rejects.toMatchObject({
      name: 'TargetUnreachable',
      reason: 'connection',
    });
  });

  it('does not touch a folder that is somebody else’s', async () => {
    server.add('ada/engine', { main: { a: 'a' } });
    await clone();
    await expect(clone()).rejects.toMatchObject({ name: 'InfrastructureError' });
    expect(readdirSync(join(folder, 'clone/tree'))).toEqual(['a']);
  });
});
