import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from './service';

/** Tools of three engines, all quick on the sample: a session takes about a second. */
const TOOLS = ['license-policy', 'code-size', 'js-style'];
/** Milliseconds. */
const POLL_EVERY = 250;

interface Session {
  readonly status: 'initializing' | 'running' | 'completed' | 'partial' | 'failed';
  readonly summary: { readonly toolsRun: number };
}

/**
 * Starts a session on a directory and waits for its end, or the signal.
 *
 * @throws Error if an answer is no success, or the session does not complete with all its tools
 */
export async function runSession(address: Address, directory: string, signal: AbortSignal): Promise<void> {
  const { sessionId } = await call<{ sessionId: string }>(address, '/api/sessions', signal, {
    target: { directory },
    tools: TOOLS,
    enableIntelligence: false,
  });
  const { status, summary } = await endOf(address, sessionId, signal);
  if (status !== 'completed' || summary.toolsRun !== TOOLS.length)
    throw new Error(`${sessionId} ended as ${status}; ${summary.toolsRun} of ${TOOLS.length} tools completed`);
}

async function endOf(address: Address, sessionId: string, signal: AbortSignal): Promise<Session> {
  for (;;) {
    const session = await call<Session>(address, `/api/sessions/${sessionId}`, signal);
    if (session.status !== 'initializing' && session.status !== 'running') return session;
    await sleep(POLL_EVERY, undefined, { signal });
  }
}

/** A POST where there is a body. */
async function call<Answer>({ url, key }: Address, path: string, signal: AbortSignal, body?: unknown): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    signal,
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Answer;
}
