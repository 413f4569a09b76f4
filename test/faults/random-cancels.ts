import type { RecordedEvent } from '@assay/event-store';
import { fromCredits } from '@assay/kernel';
import { isEnding } from '@assay/scanning';
import { randomInt } from 'node:crypto';
import { expectSoundLedger, refundsByTool } from './accounts';
import type { Client, SessionAnswer, SessionRequest } from './client';
import { eventually } from './eventually';
import { factsOf } from './recorded-events';

const TIMES = 10;
const MOST_TRIES = 40;
const OVER = ['completed', 'partial', 'failed'];

/** A session that was canceled, and how far it was: the looks at it before, of those that a whole session takes. */
export interface CanceledSession {
  readonly sessionId: string;
  readonly scanId: string;
  readonly moment: string;
  /** False if it was over before it could be canceled. */
  readonly canceled: boolean;
}

/**
 * Starts sessions one after the other and cancels each at a random moment of its life, until ten were: told by how
 * often one can look at it before, which other than a time fits a slow machine too.
 */
export async function cancelAtRandomMoments(client: Client, request: SessionRequest): Promise<CanceledSession[]> {
  await looksUntilOver(client, await client.start(request), Infinity); // the first one takes longer than those after it
  const whole = await looksUntilOver(client, await client.start(request), Infinity);
  const sessions: CanceledSession[] = [];
  // One that was over before it could be canceled is judged too, and does not count.
  for (let tries = 0; sessions.filter(({ canceled }) => canceled).length < TIMES; tries += 1) {
    if (tries === MOST_TRIES)
      throw new Error(`of ${tries} sessions too few could be canceled: ${JSON.stringify(sessions)}`);
    const sessionId = await client.start(request);
    const looks = await looksUntilOver(client, sessionId, randomInt(whole));
    const answer = await client.request('DELETE', `/api/sessions/${sessionId}`);
    if (!answer.ok && answer.status !== 409)
      throw new Error(`canceling was answered ${answer.status}: ${await answer.text()}`);
    await looksUntilOver(client, sessionId, Infinity);
    const { scanId } = await client.session(sessionId);
    sessions.push({ sessionId, scanId, moment: `after ${looks} of ${whole} looks`, canceled: answer.ok });
  }
  return sessions;
}

/** Looks at a session until it is over, or so often. */
async function looksUntilOver(client: Client, sessionId: string, most: number): Promise<number> {
  let looks = 0;
  await eventually(
    `session ${sessionId} ends`,
    async () => {
      if (looks >= most) return true;
      looks += 1;
      const { status } = await client.get<{ status: string }>(`/api/sessions/${sessionId}?progress=true`);
      return OVER.includes(status) ? true : undefined;
    },
    180_000,
  );
  return looks;
}

interface RecordedFindings {
  readonly sessionId: string;
  readonly tool: string;
  readonly findings: readonly unknown[];
}
interface Posting {
  readonly sessionId: string;
  readonly lines: readonly { readonly tool: string | null; readonly amount: number }[];
}

/** Asserts that a session that was canceled says and costs what its log shows, and that nothing of it continues. */
export async function expectRightEnd(
  client: Client,
  events: readonly RecordedEvent[],
  { sessionId, scanId, moment, canceled }: CanceledSession,
): Promise<void> {
  const about = { sessionId, moment };
  const session = await client.session(sessionId);
  const { scan } = await client.get<{ scan: { status: string } }>(`/api/v1/scans/${scanId}`);
  const own = events.filter(({ stream }) => stream === `session-${sessionId}`);
  const end = own.at(-1)!.type;
  expect({ ...about, end, session: session.status, scan: scan.status }).toEqual(
    end === 'ScanCanceled'
      ? { ...about, end, session: 'partial', scan: 'canceled' }
      : { ...about, end: 'ScanCompleted', session: 'partial', scan: 'completed' },
  );
  expect({ ...about, end }).toEqual({ ...about, end: canceled ? 'ScanCanceled' : end });
  expect({
    ...about,
    ends: own.filter(isEnding).length,
  }).toEqual({ ...about, ends: 1 });
  expectRightTools(session, events, about);
  await expectRightRefunds(client, session, events, about);
}

/** A tool has its end, and exactly the findings that its report counts. */
function expectRightTools(
  { sessionId, toolReports }: SessionAnswer,
  events: readonly RecordedEvent[],
  about: object,
): void {
  const recorded = new Map<string, number>();
  for (const { tool, findings } of factsOf<RecordedFindings>(events, 'FindingsRecorded').filter(
    (batch) => batch.sessionId === sessionId,
  ))
    recorded.set(tool, (recorded.get(tool) ?? 0) + findings.length);
  for (const { toolName, status, findingsCount } of Object.values(toolReports)) {
    expect({ ...about, toolName, status }).toEqual({
      ...about,
      toolName,
      status: expect.stringMatching(/^(completed|failed|skipped)$/),
    });
    if (status === 'completed')
      expect({ ...about, toolName, findingsCount }).toEqual({
        ...about,
        toolName,
        findingsCount: recorded.get(toolName) ?? 0,
      });
  }
}

/**
 * Every tool that was charged and did not complete came back, whole and once; the answer, the ledger and the log say
 * the same.
 */
async function expectRightRefunds(
  client: Client,
  { sessionId, toolReports, refund }: SessionAnswer,
  events: readonly RecordedEvent[],
  about: object,
): Promise<void> {
  const charged = factsOf<Posting>(events, 'CreditsCharged')
    .filter((posting) => posting.sessionId === sessionId)
    .flatMap(({ lines }) => lines)
    .flatMap(({ tool, amount }) => (tool !== null && amount > 0 ? [tool] : []));
  const owed = [...new Set(charged)].filter((tool) => toolReports[tool]?.status !== 'completed').sort();
  expect({ ...about, refunded: Object.keys(refundsByTool(events, sessionId)).sort() }).toEqual({
    ...about,
    refunded: owed,
  });
  const { entries } = await expectSoundLedger(client);
  const returned = entries
    .filter(({ amount, details }) => amount > 0 && details.sessionId === sessionId)
    .reduce((sum, { amount }) => sum + fromCredits(amount), 0);
  expect({ ...about, refundedCredits: fromCredits(refund.refundedCredits) }).toEqual({
    ...about,
    refundedCredits: returned,
  });
}
