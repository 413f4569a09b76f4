import { eventsOf } from './event-source';
import type { Json } from './http-client';
import type { RunningService, Tenant } from './running-service';

/** A finished scan, as its client sees it. */
export interface Scanned {
  readonly scan: Json;
  readonly session: Json;
  readonly findings: readonly Json[];
  /** The final cost in credits. */
  readonly cost: number;
}

/** Creates a project of the tenant for its scans. */
export const projectOf = async (tenant: Tenant): Promise<string> =>
  (await tenant.post('/api/v1/projects', { name: 'Scanned', platforms: ['web'] })).body.data.id;

/** Starts a scan, and returns the answer. */
export async function startScan(tenant: Tenant, applicationId: string, source: object): Promise<Json> {
  const { status, body } = await tenant.post('/api/v1/scans', { applicationId, ...source });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.scan;
}

/** Follows a scan to its end. */
export async function scanned(
  service: RunningService,
  tenant: Tenant,
  applicationId: string,
  source: object,
): Promise<Scanned> {
  const before = await remaining(tenant);
  const { id, sessionId } = await startScan(tenant, applicationId, source);
  return { ...(await over(service, tenant, { id, sessionId })), cost: before - (await remaining(tenant)) };
}

export async function over(
  service: RunningService,
  tenant: Tenant,
  { id, sessionId }: { readonly id: string; readonly sessionId: string },
): Promise<Omit<Scanned, 'cost'>> {
  await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, tenant.key);
  await service.platform.readModels.waitFor(await service.platform.events.head(), { timeoutMs: 60_000 });
  const [
    {
      body: { scan },
    },
    { body: session },
    {
      body: { findings },
    },
  ] = await Promise.all([
    tenant.get(`/api/v1/scans/${id}`),
    tenant.get(`/api/sessions/${sessionId}`),
    tenant.get(`/api/v1/findings?scanId=${id}`),
  ]);
  return { scan, session, findings };
}

export const remaining = async (tenant: Tenant): Promise<number> =>
  (await tenant.get('/api/billing/status')).body.credits.remaining;

/** A stylesheet with one mistake, and the finding that it causes in a target of any kind. */
export const FLAWED = { 'site.css': 'a { colr: red; }\n' };
export const FLAW = {
  file: 'site.css',
  line: 1,
  title: 'Unknown property',
  severity: 'medium',
  category: 'quality',
  tool: 'biome-css',
};
export const FLAWLESS = { 'site.css': 'a {\n  color: red;\n}\n' };
