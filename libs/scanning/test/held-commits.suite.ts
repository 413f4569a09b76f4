import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitServer, openGitServer } from '../../../test/support/git-server/git-server';
import type { SessionTarget, ToolCatalogue } from '../src';
import { CrashWorld } from './crash-world';
import { request } from './requests';
import { TOOLS, scriptedCatalogue, scriptedEngines, scriptOf } from './scripted-tools';
import { allEvents, expectSound } from './session-accounts';

const SCRIPT = scriptOf(1);
const ON_REPOSITORIES = TOOLS.map((tool) => ({ ...tool, targets: ['directory', 'repository'] as const }));
const catalogue: ToolCatalogue = {
  ...scriptedCatalogue,
  tools: ON_REPOSITORIES,
  tool: (id) => ON_REPOSITORIES.find((each) => each.id === id),
};
const CONTEXT = { signal: new AbortController().signal, heartbeat: () => undefined };
const PASS = { id: 'one', engine: 'one', tools: ['alpha', 'beta', 'epsilon'] };

describe('a session on a repository whose copy is lost', () => {
  let server: GitServer;
  let world: CrashWorld;
  beforeEach(async () => {
    server = await openGitServer();
    server.add('ada/engine', { main: ({ line }) => line([{ tree: { 'a.txt': 'first' } }]) });
    world = await CrashWorld.begin({
      script: SCRIPT,
      catalogue,
      manual: true,
      settings: {
        ASSAY_HOSTA_URL: `http://127.0.0.1:${server.port}`,
        ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port}`,
      },
    });
  });
  afterEach(async () => {
    await world.close();
    await server.close();
  });
  const target: SessionTarget = { kind: 'hosta', repoUrl: 'ada/engine', branch: 'main' };

  /** A session that one worker has begun, and another that shall go on with it, which tells what it analyses. */
  const lost = async () => {
    const analysed: string[] = [];
    const first = await world.anotherWorker();
    const { sessionId } = await world.insist(request(world, { target }));
    expect(await first.worker.prepare(sessionId, CONTEXT)).toEqual({});
    await first.worker.charge(sessionId, CONTEXT);
    await first.close();
    const second = await world.anotherWorker({
      engines: async (pass, limits) => {
        analysed.push(await readFile(join(pass.root, 'a.txt'), 'utf8'));
        return scriptedEngines(SCRIPT)(pass, limits);
      },
    });
    return { sessionId, analysed, ...second };
  };

  it('is staged again as it was, though the branch has moved on', async () => {
    const { sessionId, analysed, worker, close } = await lost();
    server.remove('ada/engine');
    server.add('ada/engine', {
      main: ({ line }) => line([{ tree: { 'a.txt': 'first' } }, { tree: { 'a.txt': 'second' } }]),
    });
    expect(await worker.prepare(sessionId, CONTEXT)).toEqual({});
    await worker.runPass(sessionId, PASS, CONTEXT);
    expect(analysed).toEqual(['first']);
    expect((await allEvents(world.store)).filter(({ type }) => type === 'TargetPrepared')).toHaveLength(1);
    await close();
  });

  it(
    'fails, and gives everything back, where its commit is not there any more: another is never analysed in its ' +
      'place',
    async () => {
      const { sessionId, analysed, worker, close } = await lost();
      server.remove('ada/engine');
      server.add('ada/engine', { main: ({ line }) => line([{ tree: { 'a.txt': 'rewritten' } }]) });
      const { failure } = await worker.prepare(sessionId, CONTEXT);
      expect(failure).toEqual({
        code: 'COMMIT_GONE',
        message: expect.stringMatching(/^ada\/engine: the commit [0-9a-f]{12} is not there, or not any more$/),
      });
      await worker.settle(sessionId, { failure, canceled: false }, CONTEXT);
      await worker.clean(sessionId, CONTEXT);
      const events = await allEvents(world.store);
      expectSound(events, world.organizationId, SCRIPT);
      expect(events.filter(({ type }) => type === 'ScanFailed')).toMatchObject([
        { data: { error: { code: 'COMMIT_GONE' }, refund: { newBalance: 2_000_000_000 } } },
      ]);
      expect(analysed).toEqual([]);
      await close();
    },
  );
});
