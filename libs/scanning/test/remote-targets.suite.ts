import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tarGz } from '../../../test/support/archives/tar-writer';
import { zip } from '../../../test/support/archives/zip-writer';
import { type GitServer, openGitServer } from '../../../test/support/git-server/git-server';
import {
  type PackageRegistry,
  type Publication,
  openPackageRegistry,
} from '../../../test/support/package-registry/package-registry';
import { CancelSession, ReceiveUpload, type SessionTarget, type ToolCatalogue } from '../src';
import { OrganizationLimits } from '../src/targets/organization-limits';
import { CrashWorld, type WorldOptions } from './crash-world';
import { request } from './requests';
import { TOOLS, scriptedCatalogue, scriptOf } from './scripted-tools';
import { allEvents, expectSound } from './session-accounts';

const ONE_EACH = scriptOf(1);
const EVERYWHERE = TOOLS.map((tool) => ({
  ...tool,
  targets: ['directory', 'repository', 'upload', 'package'] as const,
}));
const catalogue: ToolCatalogue = {
  ...scriptedCatalogue,
  tools: EVERYWHERE,
  tool: (id) => EVERYWHERE.find((each) => each.id === id),
};
const FILES = { 'a.txt': 'one\ntwo\nthree\n', 'b.js': 'export const lines = 1;\n' };

async function inWorld(options: Partial<WorldOptions>, live: (world: CrashWorld) => Promise<void>): Promise<void> {
  const world = await CrashWorld.begin({ script: ONE_EACH, catalogue, ...options });
  try {
    await live(world);
  } finally {
    await world.close();
  }
}

const ended = async (world: CrashWorld) => {
  await world.settled();
  const events = await allEvents(world.store);
  return {
    events,
    of: (type: string) => events.filter((event) => event.type === type).map(({ data }) => data as Record<string, any>),
  };
};

/**
 * Resolves when nothing of any target is left where sessions are staged: the copy goes just after the session's end.
 */
async function cleaned(world: CrashWorld): Promise<void> {
  while (readdirSync(join(world.folder, 'data/staging')).length > 0) await new Promise(setImmediate);
}

const failed = async (world: CrashWorld) => {
  const { events, of } = await ended(world);
  expectSound(events, world.organizationId, ONE_EACH);
  await cleaned(world);
  const [{ error, refund }] = of('ScanFailed') as [Record<string, any>];
  expect(refund.newBalance).toBe(2_000_000_000);
  return error;
};

describe('a session on an upload', () => {
  const upload = async (
    world: CrashWorld,
    content: Buffer,
  ): Promise<{ readonly kind: 'upload'; readonly uploadId: string }> => {
    const { uploadId } = await world.insist(
      new ReceiveUpload({
        organizationId: world.organizationId,
        receivedBy: 'key_1',
        filename: 'shop.zip',
        content: (async function* () {
          yield content;
        })(),
      }),
    );
    return { kind: 'upload', uploadId };
  };
  const archive = zip(Object.entries(FILES).map(([name, content]) => ({ name, content })));

  it('analyses what was packed, says what it was, and leaves nothing', () =>
    inWorld({}, async (world) => {
      await world.insist(request(world, { target: await upload(world, archive) }));
      const { events, of } = await ended(world);
      expectSound(events, world.organizationId, ONE_EACH);
      expect(of('TargetPrepared')).toMatchObject([
        {
          files: 2,
          lines: 1,
          target: { upload: { filename: 'shop.zip', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
        },
      ]);
      await cleaned(world);
    }));

  it('counts what of it was not unpacked as left out', () =>
    inWorld({}, async (world) => {
      await world.insist(
        request(world, {
          target: await upload(
            world,
            zip([
              { name: 'a.txt', content: 'one\n' },
              { name: 'link', content: '/etc/passwd', unixMode: 0o120777 },
            ]),
          ),
        }),
      );
      const { of } = await ended(world);
      expect(of('TargetPrepared')).toMatchObject([
        { files: 1, leftOutTotal: 1, leftOut: [{ path: 'link', reason: 'symbolic link' }] },
      ]);
    }));

  it('fails, and costs nothing, where the archive attacks', () =>
    inWorld({}, async (world) => {
      await world.insist(
        request(world, {
          target: await upload(
            world,
            zip([
              { name: 'a.txt', content: 'x' },
              { name: '../../outside.txt', content: 'x' },
            ]),
          ),
        }),
      );
      expect(await failed(world)).toEqual({
        code: 'ARCHIVE_PARENT_PATH',
        message: expect.stringContaining('leads out of its folder'),
      });
      expect(existsSync(join(world.folder, 'outside.txt'))).toBe(false);
    }));

  it('fails where the upload has gone since', () =>
    inWorld({ manual: true }, async (world) => {
      const target = await upload(world, archive);
      const { sessionId } = await world.insist(request(world, { target }));
      const { worker, close } = await world.anotherWorker(); // which keeps uploads elsewhere
      const { failure } = await worker.prepare(sessionId, {
        signal: new AbortController().signal,
        heartbeat: () => undefined,
      });
      expect(failure).toEqual({ code: 'TARGET_GONE', message: expect.stringContaining('Upload it again') });
      await close();
    }));

  it("is refused for another organization's upload, one that never was and one of another kind", () =>
    inWorld({}, async (world) => {
      const refusal = (target: SessionTarget, organizationId = world.organizationId) =>
        world.insist(request(world, { target, organizationId })).then(
          () => 'started',
          ({ refusal: { code } }) => code as string,
        );
      const theirs = await upload(world, archive);
      const image = await upload(world, zip([{ name: 'Payload/App.app/Info.plist', content: 'x' }]));
      expect([
        await refusal(theirs, 'org_other'),
        await refusal({ kind: 'upload', uploadId: 'upl_none' }),
        await refusal(image),
        await refusal({ kind: 'mobile', uploadId: 'upl_1' }),
        await refusal({ ...theirs, kind: 'mobile' }),
      ]).toEqual(['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_FOUND', 'VALIDATION_ERROR', 'UPLOAD_NOT_FOUND', 'VALIDATION_ERROR']);
      expect((await allEvents(world.store)).filter(({ type }) => type === 'CreditsCharged')).toEqual([]);
    }));
});

describe('a session on a repository', () => {
  let server: GitServer;
  beforeEach(async () => {
    server = await openGitServer();
    server.add('ada/engine', { main: FILES });
  });
  afterEach(() => server.close());

  const settings = (more = {}) => ({
    ASSAY_HOSTA_URL: `http://127.0.0.1:${server.port}`,
    ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port}`,
    ...more,
  });
  const hosta = (repoUrl = 'ada/engine', branch = 'main'): SessionTarget => ({ kind: 'hosta', repoUrl, branch });

  it('analyses the branch, says which commit it was, and leaves nothing', () =>
    inWorld({ settings: settings() }, async (world) => {
      await world.insist(request(world, { target: hosta(`http://127.0.0.1:${server.port}/ada/engine.git`) }));
      const { events, of } = await ended(world);
      expectSound(events, world.organizationId, ONE_EACH);
      expect(of('ScanStarted')).toMatchObject([{ target: { kind: 'hosta', repoUrl: 'ada/engine', branch: 'main' } }]);
      expect(of('TargetPrepared')).toMatchObject([
        {
          files: 2,
          lines: 1,
          target: {
            repository: { name: 'ada/engine', branch: 'main', commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
          },
        },
      ]);
      await cleaned(world);
    }));

  it.each([
    ['a branch that is not there', hosta('ada/engine', 'gone'), {}, 'BRANCH_NOT_FOUND'],
    ['a repository that is not there', hosta('ada/gone'), {}, 'REPOSITORY_NOT_FOUND'],
    ['more than is allowed', hosta(), { ASSAY_TARGET_FILES: '1' }, 'TARGET_TOO_LARGE'],
  ])('fails, and costs nothing, with %s', (_, target, more, code) =>
    inWorld({ settings: settings(more) }, async (world) => {
      await world.insist(request(world, { target }));
      expect(await failed(world)).toEqual({ code, message: expect.stringMatching(/\w/) });
    }),
  );

  it('is refused, and nobody is asked, where it is seen at once that it may not be', () =>
    inWorld({ settings: settings() }, async (world) => {
      const refusal = (target: SessionTarget) =>
        world.insist(request(world, { target })).then(
          () => 'started',
          ({ refusal: { code, details } }) => [code, details?.[0]?.field ?? details?.reason] as unknown,
        );
      expect([
        await refusal(hosta('http://127.0.0.2/ada/engine')),
        await refusal(hosta('http://0x7f.1/ada/engine')),
        await refusal(hosta('ssh://host.example/ada/engine')),
        await refusal(hosta('git@host.example:ada/engine')),
        await refusal(hosta('ada')),
        await refusal(hosta('ada/engine', '--upload-pack=x')),
        await refusal({ kind: 'hostb', repoUrl: 'group/engine', branch: 'main' }),
      ]).toEqual([
        ['TARGET_NOT_ALLOWED', 'loopback'],
        ['TARGET_NOT_ALLOWED', 'disguised address'],
        ['TARGET_NOT_ALLOWED', 'scheme'],
        ['VALIDATION_ERROR', 'repoUrl'],
        ['VALIDATION_ERROR', 'repoUrl'],
        ['VALIDATION_ERROR', 'branch'],
        ['VALIDATION_ERROR', 'repoUrl'],
      ]);
      expect(server.requests).toEqual([]);
      expect((await allEvents(world.store)).filter(({ type }) => type === 'CreditsCharged')).toEqual([]);
    }));

  it('stops cloning when it is canceled, refunds everything, and leaves nothing', () =>
    inWorld({ settings: settings() }, async (world) => {
      const asked = new Promise<{ once(event: 'close', done: () => void): void }>((resolve) =>
        server.intercept((request) => (resolve(request.socket), true)),
      );
      const { sessionId } = await world.insist(request(world, { target: hosta() }));
      const connection = await asked;
      const hungUp = once(connection as never, 'close');
      await world.insist(new CancelSession({ organizationId: world.organizationId, sessionId, by: 'key_1' }));
      const { events, of } = await ended(world);
      await hungUp;
      expectSound(events, world.organizationId, ONE_EACH);
      expect(of('ScanCanceled')).toMatchObject([{ refund: { newBalance: 2_000_000_000 } }]);
      await cleaned(world);
    }));

  it('is cloned again by the process that comes after one that died over it', () =>
    inWorld({ settings: settings() }, async (world) => {
      let held = true;
      const asked = new Promise<void>((resolve) => server.intercept(() => (resolve(), held)));
      await world.insist(request(world, { target: hosta() }));
      await asked;
      held = false;
      await world.crash();
      const { events, of } = await ended(world);
      expectSound(events, world.organizationId, ONE_EACH);
      expect(of('TargetPrepared')).toHaveLength(1);
      await cleaned(world);
    }));
});

describe('a session on a package', () => {
  let registry: PackageRegistry;
  let address: string;
  beforeEach(async () => {
    registry = await openPackageRegistry();
    address = `http://127.0.0.1:${registry.port}`;
  });
  afterEach(() => registry.close());

  const settings = (more = {}) => ({
    ASSAY_PKGREG_URL: address,
    ASSAY_ALLOWED_TARGETS: `127.0.0.1:${registry.port}`,
    ...more,
  });
  const pkg = (name: string): SessionTarget => ({ kind: 'pkgreg', package: name });
  const publish = (version: string, { dist, ...publication }: Publication = {}) =>
    registry.publish('@ada/engine', {
      [version]: {
        files: FILES,
        ...publication,
        dist: { tarball: `${address}/@ada/engine/-/engine-${version}.tgz`, ...dist },
      },
    });

  it('analyses the version that is meant, says which that was, and leaves nothing', () =>
    inWorld({ settings: settings() }, async (world) => {
      publish('1.2.3');
      await world.insist(request(world, { target: pkg('pkg:npm/%40ada/engine@^1.0.0') }));
      const { events, of } = await ended(world);
      expectSound(events, world.organizationId, ONE_EACH);
      expect(of('ScanStarted')).toMatchObject([{ target: { kind: 'pkgreg', package: '@ada/engine@^1.0.0' } }]);
      expect(of('TargetPrepared')).toMatchObject([
        {
          files: 3,
          target: { package: { name: '@ada/engine', version: '1.2.3', integrity: expect.stringMatching(/^sha512-/) } },
        },
      ]);
      await cleaned(world);
    }));

  it.each<[string, string, Publication, object, string]>([
    ['a package that is not there', 'gone', {}, {}, 'PACKAGE_NOT_FOUND'],
    ['a version that is not there', '@ada/engine@7', {}, {}, 'VERSION_NOT_FOUND'],
    [
      'another content than was promised',
      '@ada/engine',
      { dist: { integrity: `sha512-${createHash('sha512').update('another').digest('base64')}` } },
      {},
      'INTEGRITY_MISMATCH',
    ],
    [
      'a tarball at a private address',
      '@ada/engine',
      { dist: { tarball: 'http://127.0.0.2/engine.tgz' } },
      {},
      'TARGET_NOT_ALLOWED',
    ],
    [
      'an archive that attacks',
      '@ada/engine',
      { tarball: tarGz({ name: '../../outside.txt', content: 'x' }) },
      {},
      'ARCHIVE_PARENT_PATH',
    ],
  ])('fails, and costs nothing, with %s', (_, name, publication, more, code) =>
    inWorld({ settings: settings(more) }, async (world) => {
      publish('1.0.0', publication);
      await world.insist(request(world, { target: pkg(name) }));
      expect(await failed(world)).toEqual({ code: expect.stringMatching(code), message: expect.stringMatching(/\w/) });
      expect(existsSync(join(world.folder, 'outside.txt'))).toBe(false);
    }),
  );

  it('is refused where there is no registry, naming the setting', () =>
    inWorld({ settings: settings({ ASSAY_PKGREG_URL: 'off' }) }, async (world) => {
      const refusal = await world.insist(request(world, { target: pkg('left-pad') })).then(
        () => 'started',
        ({ refusal: refused }) => refused as unknown,
      );
      expect(refusal).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'pkgregPackage', message: expect.stringContaining('ASSAY_PKGREG_URL') }],
      });
    }));

  it.each([
    '',
    '../x',
    'git+ssh://host.example/x',
    'left-pad@file:../x',
    'pkg:pypi/requests',
    'left-pad@https://host.example/x.tgz',
  ])('is refused for "%s", and nobody is asked', (name) =>
    inWorld({ settings: settings() }, async (world) => {
      const refusal = await world.insist(request(world, { target: pkg(name) })).then(
        () => 'started',
        ({ refusal: { code, details } }) => [code, details[0].field] as unknown,
      );
      expect(refusal).toEqual(['VALIDATION_ERROR', 'pkgregPackage']);
      expect(registry.requests).toEqual([]);
    }),
  );
});

describe("what an organization's targets may be", () => {
  it.each([
    ['free', {}, 100],
    ['pro', {}, 2_000],
    ['business', {}, 2_000],
    ['business', { ASSAY_TARGET_MB: '20000' }, 10_000],
    ['pro', { ASSAY_TARGET_MB: '3' }, 3],
  ] as const)('is, with the tier %s and %j, %i MB', (tier, settings, megabytes) =>
    inWorld({ tier, settings }, async (world) => {
      expect(await world.process.nest.get(OrganizationLimits).of(world.organizationId)).toEqual({
        bytes: megabytes * 1024 * 1024,
        files: 500_000,
        depth: 64,
        time: 600_000,
      });
    }),
  );
});
