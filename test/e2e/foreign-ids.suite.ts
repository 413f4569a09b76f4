import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LogPosition, RecordedEvent } from '@assay/event-store';
import { eventually } from '../faults/eventually';
import { zip } from '../support/archives/zip-writer';
import { type Answer, type Json, httpClient } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { over, projectOf } from '../support/scanned';
import { STYLESHEET } from '../support/targets';
import { upload } from '../support/upload';
import { type Form, type Ids, type Place, KINDS, formsOf, send } from './requests-with-ids';

/** Bodies in addition to the document's examples: they name more ids, or start nothing that would use the network. */
const bodiesWith = (directory: string): Readonly<Record<string, readonly Json[]>> => ({
  'POST /api/v1/scans': [{ applicationId: '', sourceType: 'upload', uploadId: '', quoteId: '' }],
  'POST /api/sessions': [{ target: { directory }, applicationId: '', quoteId: '' }],
  'POST /api/v1/findings/triage': [
    { status: 'open', ids: [] },
    { status: 'open', filter: { scanId: '' } },
  ],
  'POST /api/billing/quote': [{ projectId: '' }],
  'PATCH /api/v1/automations/{automationId}': [{ projectId: '' }],
});

/** Operations for everybody, or for clients with the secret in the path or signature. */
const WITHOUT_A_KEY = [
  'POST /api/webhooks/automations/{token}',
  'GET /api/v1/shared/reports/{token}',
  'POST /api/webhooks/payments/stripe',
  'GET /.well-known/assay-audit.json',
  'POST /api/webhooks/hosta/{token}',
  'POST /api/webhooks/hostb/{token}',
  'GET /health/live',
  'GET /health',
];
/** Path parameters that name objects of no organization. */
const NAMES_OF_NOBODY = new Set(['toolId', 'packageId', 'integration', 'channel']);

const REQUEST_ID = /"requestId":"[^"]+"/;
/** An id of the same shape that does not exist. */
const madeUp = (id: string): string => id.replace(/[0-9a-f]{6}$/i, (end) => (end === '000000' ? '000001' : '000000'));

const isRefused = ({ status, body }: Pick<Answer, 'status' | 'body'>, place: Place): boolean =>
  // A list is empty if one of its filters names an unknown object.
  [403, 404].includes(status) || (status === 200 && place.in === 'query' && body.pagination?.total === 0);

describe('ids of another organization', () => {
  let receiver: Server;
  let service: RunningService;
  let document: Json;
  let forms: Form[];
  let owner: Tenant;
  let other: Tenant;
  let reader: Tenant;
  let theirs: Ids;
  let own: Ids;

  /** Creates one object of each kind. */
  async function everythingOf(tenant: Tenant): Promise<Ids> {
    const project = await projectOf(tenant);
    const directory = await service.directory(tenant.organizationId, STYLESHEET);
    const started = { target: { directory }, tools: ['css-errors'], applicationId: project };
    const { body: begun } = await tenant.post('/api/sessions', started);
    const { scan, findings } = await over(service, tenant, { id: begun.scanId, sessionId: begun.sessionId });
    await tenant.patch(`/api/v1/findings/${findings[0]!['id']}`, { status: 'accepted' });
    await tenant.post('/api/v1/reports/ai', { scanId: begun.scanId });
    const trigger = { type: 'webhook', config: {} };
    const action = { type: 'scan', config: { platform: 'web', tools: ['biome-css'] } };
    const automation = await tenant.post('/api/v1/automations', { name: 'A', projectId: project, trigger, action });
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const { webhook } = (await tenant.post('/api/settings/webhooks', { url })).body;
    await tenant.post(`/api/settings/webhooks/${webhook.id}/ping`);
    const delivery = await eventually('a message to the webhook is refused', async () => {
      const { deliveries } = (await tenant.get(`/api/settings/webhooks/${webhook.id}/deliveries`)).body;
      return deliveries.find(({ log }: Json) => log.length > 0);
    });
    const key = await tenant.post('/api/settings/api-keys', { name: 'Another', preset: 'read_only' });
    return {
      project,
      scan: begun.scanId,
      session: begun.sessionId,
      finding: findings[0]!['id'],
      report: scan.reportId,
      automation: automation.body.automation.id,
      webhook: webhook.id,
      delivery: delivery.id,
      key: key.body.apiKey.id,
      upload: (await upload(tenant, zip([{ name: 'a.css', content: 'a {}' }]))).body.upload.id,
      quote: (await tenant.post('/api/billing/quote', { projectId: project })).body.quoteId,
    };
  }

  const placesOf = (where: Place['in']): Set<string> =>
    new Set(
      forms.flatMap(({ method, path, places }) =>
        places.filter((place) => place.in === where).map(({ name }) => `${method} ${path} ${name}`),
      ),
    );

  async function since(position: LogPosition): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const event of service.platform.events.readAll({ after: position })) events.push(event);
    return events;
  }

  beforeAll(async () => {
    receiver = createServer((_, answer) => void answer.writeHead(204).end());
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const allowed = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    service = await runningService({ settings: { ASSAY_ALLOWED_TARGETS: allowed } });
    [owner, other] = [await service.tenant('business'), await service.tenant('business')];
    reader = await service.tenant('business', { preset: 'read_only', organizationId: other.organizationId });
    [theirs, own] = [await everythingOf(owner), await everythingOf(other)];
    const directory = await service.directory('more', STYLESHEET);
    document = (await owner.get('/openapi.json')).body;
    forms = formsOf(document, bodiesWith(directory));
  }, 120_000);
  afterAll(async () => {
    await service.close();
    await new Promise((resolve) => receiver.close(resolve));
  });

  it('are tried at every route that asks for a key, and at each place of it', () => {
    const routes = Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    const tried = new Set(forms.map(({ method, path }) => `${method} ${path}`));
    expect(routes.filter((route) => !tried.has(route))).toEqual(WITHOUT_A_KEY);
    const inPaths = routes
      .filter((route) => tried.has(route))
      .flatMap((route) => [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${route} ${name}`))
      .filter((place) => !NAMES_OF_NOBODY.has(place.split(' ')[2]!));
    expect(placesOf('path')).toEqual(new Set(inPaths));
    // `formsOf` finds them in the document; a smaller number means that it no longer does.
    expect(placesOf('query').size).toBeGreaterThanOrEqual(8);
    expect(placesOf('body').size).toBeGreaterThanOrEqual(13);
    const kinds = new Set(forms.flatMap(({ places }) => places.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(Object.keys(KINDS).sort());
  });

  it('are answered like ids that nobody has, and leave no trace', async () => {
    const before = await service.platform.events.head();
    const wrong: object[] = [];
    for (const form of forms)
      for (const place of form.places)
        for (const tenant of [other, reader]) {
          const ask = (id: string) => send(tenant, form, (each) => (each === place ? id : own[each.kind]));
          const given = theirs[place.kind];
          const [foreign, nobodys] = [await ask(given), await ask(madeUp(given))];
          const [told, expected] = [foreign, nobodys].map(({ status, body }) =>
            `${status} ${JSON.stringify(body).replace(REQUEST_ID, '')}`
              .replaceAll(given, 'ID')
              .replaceAll(madeUp(given), 'ID'),
          );
          const leaks = Object.values(theirs).filter((id) => told!.includes(id));
          if (!isRefused(foreign, place) || told !== expected || leaks.length > 0)
            wrong.push({ call: `${form.method} ${form.path}`, body: form.body, place, told, expected, leaks });
        }
    expect(wrong).toEqual([]);
    const traces = (await since(before)).filter((event) => {
      const text = JSON.stringify([event.stream, event.data]);
      return [owner.organizationId, ...Object.values(theirs)].some((id) => text.includes(id));
    });
    expect(traces).toEqual([]);
  }, 120_000);

  it('are told to nobody without a key, or with one that nobody was given', async () => {
    const keys: Record<string, string>[] = [{}, { authorization: `Bearer asy_${'A'.repeat(43)}` }];
    const told: object[] = [];
    for (const form of forms)
      for (const headers of keys) {
        const { status, body } = await send(httpClient(service.url, headers), form, ({ kind }) => theirs[kind]);
        if (status !== 401) told.push({ call: `${form.method} ${form.path}`, headers, status, body });
      }
    expect(told).toEqual([]);
  });

  it('are needed for none of it: with ids of its own the same requests are answered otherwise', async () => {
    // Deletions come last, because later requests would not find the deleted objects.
    const order = ({ method, path }: Form) => (method !== 'DELETE' ? 0 : path.includes('project') ? 2 : 1);
    const same: object[] = [];
    for (const form of [...forms].sort((a, b) => order(a) - order(b)))
      for (const place of form.places) {
        const { status, body } = await send(other, form, ({ kind }) => own[kind]);
        if (isRefused({ status, body }, place)) same.push({ call: `${form.method} ${form.path}`, place, status, body });
      }
    expect(same).toEqual([]);
  }, 120_000);
});
