import { eventsOf } from '../support/event-source';
import { httpClient, type Answer, type Json } from '../support/http-client';
import { expectInvalid, expectRefusal } from '../support/refusals';
import type { RunningService, Tenant } from '../support/running-service';
import { WORKFLOW } from '../support/targets';
import { sharedService } from './shared-service';

const keyed = (key: string) => ({ 'idempotency-key': key });
const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed');
const project = (name: string) => ({ name, platforms: ['web'] });

describe('idempotency', () => {
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;
  beforeAll(async () => {
    service = await sharedService();
    tenant = await service.tenant('business');
    directory = await service.directory('target', WORKFLOW);
  });

  it('gives the same request its first answer again, and does it once', async () => {
    const first = await tenant.post('/api/v1/projects', project('Once'), keyed('once'));
    const again = await tenant.post('/api/v1/projects', { platforms: ['web'], name: 'Once' }, keyed('once'));
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([again.status, again.body, replayed(again)]).toEqual([201, first.body, 'true']);
    expect((await tenant.get('/api/v1/projects')).body.pagination.total).toBe(1);
  });

  it('does without a key what it is told as often as it is told', async () => {
    const customer = await service.tenant('pro');
    await customer.post('/api/v1/projects', project('Twice'));
    await customer.post('/api/v1/projects', project('Twice'));
    expect((await customer.get('/api/v1/projects')).body.pagination.total).toBe(2);
  });

  it('refuses another body under the same key', async () => {
    await tenant.post('/api/v1/projects', project('One thing'), keyed('two-things'));
    expectRefusal(
      await tenant.post('/api/v1/projects', project('Another'), keyed('two-things')),
      409,
      'IDEMPOTENCY_MISMATCH',
    );
  });

  it('keeps keys of organizations, and of paths, apart', async () => {
    const other = await service.tenant('business');
    const mine = await tenant.post('/api/v1/projects', project('Mine'), keyed('common'));
    const theirs = await other.post('/api/v1/projects', project('Theirs'), keyed('common'));
    const quote = await tenant.post('/api/billing/quote', {}, keyed('common'));
    expect([mine.status, theirs.status, quote.status]).toEqual([201, 201, 200]);
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  });

  it('replays to every key of the organization, also after a key was made anew', async () => {
    const first = await tenant.post('/api/v1/projects', project('Shared'), keyed('shared'));
    const colleague = await service.tenant('business', { organizationId: tenant.organizationId });
    expect((await colleague.post('/api/v1/projects', project('Shared'), keyed('shared'))).body).toEqual(first.body);
  });

  it('starts one session and charges once, however many ask at the same time', async () => {
    const customer = await service.tenant('pro');
    const request = { target: { directory }, tools: ['github-actions-security'] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => customer.post('/api/sessions', request, keyed('at-once'))),
    );
    const started = answers.filter(({ status }) => status === 202);
    expect(started.length).toBeGreaterThanOrEqual(1);
    expect(new Set(started.map(({ body }) => body.sessionId)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 202))
      expectRefusal(answer, 409, 'IDEMPOTENCY_IN_PROGRESS');
    const later = await customer.post('/api/sessions', request, keyed('at-once'));
    expect([later.status, later.body, replayed(later)]).toEqual([202, started[0]!.body, 'true']);

    const { sessionId } = later.body;
    await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, customer.key);
    await service.platform.readModels.waitFor(await service.platform.events.head());
    expect((await customer.get('/api/sessions')).body.total).toBe(1);
    const charges = (await customer.get('/api/billing/usage')).body.transactions.filter(
      ({ type }: Json) => type === 'scan',
    );
    // One for the session and one for the lines.
    expect(charges.map(({ details }: Json) => details.sessionId)).toEqual(charges.map(() => sessionId));
    expect((await customer.get('/api/billing/usage')).body.summary.totalScans).toBe(1);
  });

  it('creates one project, however many ask at the same time', async () => {
    const customer = await service.tenant('free');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => customer.post('/api/v1/projects', project('At once'), keyed('at-once'))),
    );
    expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id)).size).toBe(1);
    expect((await customer.get('/api/v1/projects')).body.pagination.total).toBe(1);
  });

  it('finds what a client began that went away before it was answered', async () => {
    const customer = await service.tenant('pro');
    const request = () => ({
      method: 'POST',
      headers: { 'x-api-key': customer.key, 'content-type': 'application/json', ...keyed('impatient') },
      body: JSON.stringify(project('Impatient')),
    });
    const leaving = new AbortController();
    const abandoned = fetch(`${service.url}/api/v1/projects`, { ...request(), signal: leaving.signal }).catch(
      (error: Error) => error.name,
    );
    leaving.abort();
    expect(await abandoned).toBe('AbortError');
    let answer: Answer;
    do answer = await customer.post('/api/v1/projects', project('Impatient'), keyed('impatient'));
    while (answer.status === 409);
    expect(answer.status).toBe(201);
    expect((await customer.get('/api/v1/projects')).body.data).toEqual([answer.body.data]);
  });

  it('replays refusals that the request earned', async () => {
    const invalid = await tenant.post('/api/v1/projects', { name: '' }, keyed('wrong'));
    const again = await tenant.post('/api/v1/projects', { name: '' }, keyed('wrong'));
    expectInvalid(again, 'name', 'platforms');
    expect([replayed(invalid), replayed(again), again.body.error.details]).toEqual([
      null,
      'true',
      invalid.body.error.details,
    ]);
    expect(again.body.error.requestId).not.toBe(invalid.body.error.requestId);

    expect(
      (await tenant.post('/api/sessions', { target: { directory }, applicationId: 'prj_none' }, keyed('lost'))).status,
    ).toBe(404);
    expect(
      replayed(await tenant.post('/api/sessions', { target: { directory }, applicationId: 'prj_none' }, keyed('lost'))),
    ).toBe('true');
  });

  it('replays no refusal that says nothing of the request: the next try may fare better', async () => {
    const limited = await service.tenant('business', {
      permissions: ['projects:read'],
      organizationId: tenant.organizationId,
    });
    expect((await limited.post('/api/v1/projects', project('Allowed later'), keyed('forbidden'))).status).toBe(403);
    expect((await tenant.post('/api/v1/projects', project('Allowed later'), keyed('forbidden'))).status).toBe(201);

    const full = await service.tenant('free');
    for (const name of ['1', '2', '3']) await full.post('/api/v1/projects', project(name));
    expect((await full.post('/api/v1/projects', project('4'), keyed('no-room'))).status).toBe(429);
    const {
      body: {
        data: [{ id }],
      },
    } = await full.get('/api/v1/projects');
    await full.delete(`/api/v1/projects/${id}`);
    const retried = await full.post('/api/v1/projects', project('4'), keyed('no-room'));
    expect([retried.status, replayed(retried)]).toEqual([201, null]);
    // Having done nothing, the key may also carry another request.
    expect((await full.post('/api/sessions', { target: { directory: '/etc' } }, keyed('elsewhere'))).status).toBe(403);
    expectInvalid(await full.post('/api/sessions', {}, keyed('elsewhere')), 'target');
  });

  it('repeats the creation of an API key without the key, which is nowhere to be found', async () => {
    const first = await tenant.post(
      '/api/settings/api-keys',
      { name: 'Secret', preset: 'read_only' },
      keyed('new-key'),
    );
    const again = await tenant.post(
      '/api/settings/api-keys',
      { name: 'Secret', preset: 'read_only' },
      keyed('new-key'),
    );
    expect(first.body).toEqual({
      apiKey: expect.objectContaining({ name: 'Secret' }),
      key: expect.stringMatching(/^asy_/),
    });
    expect([again.status, again.body, replayed(again)]).toEqual([
      201,
      { apiKey: first.body.apiKey, key: null },
      'true',
    ]);
    expect(
      (await tenant.get('/api/settings/api-keys')).body.apiKeys.filter(({ name }: Json) => name === 'Secret'),
    ).toHaveLength(1);
    expect((await httpClient(service.url, { 'x-api-key': first.body.key }).get('/api/v1/projects')).status).toBe(200);
  });

  it('reads a path as the router does', async () => {
    const first = await tenant.post('/api/billing/quote', {}, keyed('path'));
    expect(replayed(await tenant.post('/api/billing/%71uote', {}, keyed('path')))).toBe('true');
    expect(first.status).toBe(200);
  });

  it.each(['two words', 'x'.repeat(256), 'ünicode'])('refuses the key %s', async (key) =>
    expectInvalid(
      await tenant.post('/api/v1/projects', project('a'), { 'idempotency-key': encodeLatin1(key) }),
      'Idempotency-Key',
    ),
  );

  it('means nothing on other methods', async () => {
    const {
      body: { data },
    } = await tenant.post('/api/v1/projects', project('Changed'));
    await tenant.patch(`/api/v1/projects/${data.id}`, { name: 'First' }, keyed('patch'));
    expect((await tenant.patch(`/api/v1/projects/${data.id}`, { name: 'Second' }, keyed('patch'))).body.data.name).toBe(
      'Second',
    );
  });
});

/** `fetch` takes header values of bytes only. */
const encodeLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
