import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { appendGate } from '../support/append-gate';
import { eventsOf } from '../support/event-source';
import { expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const NO_ROOT = /^no directory may be analysed here: ASSAY_DIRECTORY_ROOTS gives this organization none; its operator /;

describe('directory roots of several organizations', () => {
  let folder: string;
  let service: RunningService | undefined;
  const serve = async (...roots: string[]) => {
    const settings = { ASSAY_DATA_DIR: join(folder, 'data'), ASSAY_DIRECTORY_ROOTS: roots.join(delimiter) };
    service = await runningService({ settings });
    return service;
  };
  const stop = async () => {
    await service?.close();
    service = undefined;
  };
  const at = (name: string) => join(folder, name);
  const start = (tenant: Tenant, directory: string) =>
    tenant.post('/api/sessions', { target: { directory }, tools: ['css-errors'] });

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-owners-')));
    for (const name of ['first', 'second', 'common']) {
      await mkdir(at(name));
      await writeFile(join(at(name), 'style.css'), 'a { colr: red }\n');
    }
  });
  afterEach(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('serve the organizations that they name, and answer others as if there were no root', async () => {
    const { tenant: create } = await serve();
    const [first, second] = [await create('business'), await create('business')];
    await stop();
    const { tenant } = await serve(`${first.organizationId}=${at('first')}`, `*=${at('common')}`, at('second'));
    const again = ({ organizationId }: Tenant) => tenant('business', { organizationId });
    const [mine, theirs] = [await again(first), await again(second)];
    expect(await start(mine, at('first'))).toMatchObject({ status: 202 });
    for (const each of [mine, theirs]) expect(await start(each, at('common'))).toMatchObject({ status: 202 });
    const outside = (...roots: string[]) =>
      `target.directory is not below a directory that ASSAY_DIRECTORY_ROOTS allows: ${roots.map(at).join(', ')}`;
    // Another organization's root, a root that names nobody, what is in no root, and what is not there: one answer,
    // which names the roots of who asks alone.
    for (const path of ['first', 'second', '.', 'first/absent', 'absent'])
      expectRefusal(await start(theirs, join(folder, path)), 403, 'DIRECTORY_NOT_ALLOWED', outside('common'));
    expectRefusal(await start(mine, at('second')), 403, 'DIRECTORY_NOT_ALLOWED', outside('first', 'common'));
  });

  it('are none for an organization that no root names, whether there are roots of others or not', async () => {
    const { tenant: create } = await serve();
    const [first, second] = [await create('business'), await create('business')];
    expectRefusal(await start(second, at('first')), 403, 'DIRECTORY_NOT_ALLOWED', NO_ROOT);
    await stop();
    const { tenant } = await serve(`${first.organizationId}=${at('first')}`);
    const theirs = await tenant('business', { organizationId: second.organizationId });
    expectRefusal(await start(theirs, at('first')), 403, 'DIRECTORY_NOT_ALLOWED', NO_ROOT);
  });

  it('that name nobody serve the only organization, and nobody once there is another', async () => {
    const gate = appendGate();
    service = await runningService({
      settings: { ASSAY_DIRECTORY_ROOTS: folder },
      platform: (platform) => ({ ...platform, events: gate.on(platform.events) }),
    });
    const only = await service.tenant('free');
    gate.hold('TargetPrepared');
    const running = await start(only, at('first'));
    const waiting = await start(only, at('second'));
    expect([running.status, waiting.status]).toEqual([202, 202]);
    await gate.reached; // one is staged; the other waits, because the tier has one session at a time
    const another = await service.tenant('free');
    gate.open();
    await eventsOf(`${service.url}/api/sessions/${waiting.body.sessionId}/events`, only.key);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    expect((await only.get(`/api/sessions/${running.body.sessionId}`)).body).toMatchObject({ status: 'completed' });
    expect((await only.get(`/api/sessions/${waiting.body.sessionId}`)).body).toMatchObject({
      status: 'failed',
      error: { code: 'DIRECTORY_NOT_ALLOWED' },
    });
    for (const tenant of [only, another])
      expectRefusal(await start(tenant, at('first')), 403, 'DIRECTORY_NOT_ALLOWED', NO_ROOT);
  });
});
