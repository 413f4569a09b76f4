import { setTimeout as pause } from 'node:timers/promises';
import { form } from '../../test/support/upload';

interface FormBody {
  readonly form: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** Milliseconds until a scan is canceled: engines may take their time, 300 s a tool, and wait for one another. */
const PATIENCE = Number(process.env['ASSAY_BENCH_PATIENCE_MS'] ?? 60_000);

/** Asks the API as one organization. @throws Error if it refuses */
export type Client = (method: string, path: string, body?: object | FormBody) => Promise<Record<string, unknown>>;

export function clientOf(url: string, key: string): Client {
  return async (method, path, body) => {
    const sent = body && 'form' in body ? (body as FormBody) : undefined;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': sent?.type ?? 'application/json' }) },
      ...(body && { body: sent?.form ?? JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return (answer['data'] as Record<string, unknown> | undefined) ?? answer;
  };
}

/** Uploads a target. @returns its id */
export async function uploaded(attacker: Client, content: Buffer, filename: string): Promise<string> {
  const { body, type } = form([{ name: 'file', filename, content }]);
  const { upload } = await attacker('POST', '/api/v1/uploads', { form: body, type });
  return (upload as { id: string }).id;
}

/** Scans a target to the end, whatever that is. What takes too long is canceled, as an impatient attacker would. */
export async function ended(attacker: Client, target: object): Promise<void> {
  const { scan } = await attacker('POST', '/api/v1/scans', { ...target, applicationId: await project(attacker) });
  await over(attacker, `/api/v1/scans/${(scan as { id: string }).id}`);
}

/** The same of a directory. */
export async function endedDirectory(attacker: Client, directory: string): Promise<void> {
  await over(attacker, `/api/sessions/${await begunDirectory(attacker, directory)}`);
}

/** Starts a session of a directory. @returns its id */
export async function begunDirectory(attacker: Client, directory: string): Promise<string> {
  const { sessionId } = await attacker('POST', '/api/sessions', { target: { directory } });
  return sessionId as string;
}

async function project(attacker: Client): Promise<unknown> {
  return (await attacker('POST', '/api/v1/projects', { name: 'Waits', platforms: ['web'] }))['id'];
}

/** States of scans and of sessions. */
const UNDER_WAY: ReadonlySet<string> = new Set(['pending', 'initializing', 'running']);

async function over(attacker: Client, path: string): Promise<void> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const answer = await attacker('GET', path);
    const { status } = (answer['scan'] ?? answer) as { status: string };
    if (!UNDER_WAY.has(status)) return void process.stderr.write(`    ${path} ended as ${status}\n`);
    if (performance.now() > until) return void (await attacker('DELETE', path));
    await pause(100);
  }
}
