import { randomUUID } from 'node:crypto';
import type { Client, SessionRequest } from '../faults/client';
import { eventually } from '../faults/eventually';

/** The most sessions that one visitor starts: each must be followed to its end afterwards. */
const MAX_STARTS = 3;
const READS = ['/api/sessions', '/api/billing/status', '/api/v1/projects', '/api/billing/usage'] as const;

interface WrongAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly why: string;
  readonly body: string;
}

/**
 * A client that keeps reading and starting sessions while a server is away, and judges each answer: it must be normal,
 * or 503 with `Retry-After`. A refused start is repeated under the same idempotency key, as the API advises.
 */
export class Visitor {
  readonly wrongAnswers: WrongAnswer[] = [];
  answers = 0;
  private readonly starts: { readonly key: string; sessionId?: string }[] = [];

  constructor(
    private readonly client: Client,
    private readonly start: SessionRequest,
  ) {}

  /** Requests everything so many times. */
  async visit(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) await this.round();
  }

  /** Requests everything until the time is over. */
  async visitFor(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    while (performance.now() < until) await this.round();
  }

  /** All sessions that it started, each once, after the last refused start has been accepted. */
  async startedSessions(): Promise<string[]> {
    for (const start of this.starts)
      await eventually(
        'a refused start is accepted',
        async () => ((await this.tryStart(start)) ? true : undefined),
        120_000,
      );
    return this.starts.map(({ sessionId }) => sessionId!);
  }

  private async round(): Promise<void> {
    if (this.starts.length < MAX_STARTS) this.starts.push({ key: randomUUID() });
    for (const start of this.starts) await this.tryStart(start);
    for (const path of READS) await this.judged('GET', path, await this.client.request('GET', path));
  }

  private async tryStart(start: { readonly key: string; sessionId?: string }): Promise<boolean> {
    if (start.sessionId !== undefined) return true;
    const answer = await this.judged(
      'POST',
      '/api/sessions',
      await this.client.request('POST', '/api/sessions', this.start, { 'idempotency-key': start.key }),
    );
    if (answer !== undefined) start.sessionId = (answer as { sessionId: string }).sessionId;
    return answer !== undefined;
  }

  /** The body of a normal answer; any other answer is judged. */
  private async judged(method: string, path: string, response: Response): Promise<unknown> {
    this.answers += 1;
    const body = await response.text();
    const wrong = (why: string): void =>
      void this.wrongAnswers.push({ method, path, status: response.status, why, body: body.slice(0, 300) });
    if (response.ok) return JSON.parse(body) as unknown;
    const code = (JSON.parse(body) as { error?: { code?: string } }).error?.code;
    // The request under the key from before the outage may still be running: that, too, is an answer to come back
    // later.
    const comeBack =
      (response.status === 503 && code === 'UNAVAILABLE') ||
      (response.status === 409 && code === 'IDEMPOTENCY_IN_PROGRESS');
    if (!comeBack) wrong('neither a normal answer nor 503 UNAVAILABLE');
    else if (response.status === 503 && !/^\d+$/.test(response.headers.get('retry-after') ?? ''))
      wrong('503 without Retry-After');
    return undefined;
  }
}
