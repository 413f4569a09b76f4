import type { RecordedEvent } from '@assay/event-store';
import { microcredits, noCredits } from '@assay/kernel';
import * as fc from 'fast-check';
import { type Session, evolve, notStarted, recordPreparation, requestCancel, start } from '../src/domain/session';
import { beginSettlement, end } from '../src/domain/session-end';
import { recordOutcome, refine, startTools } from '../src/domain/session-tools';
import { type SessionEvent, type SessionSummary, type ToolResult, sessionStream } from '../src/domain/session-events';

export const SESSION_ID = 'ses_1';

const TOOLS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'] as const;
const RESULT: ToolResult = {
  engine: { name: 'engine', version: '1' },
  rules: 3,
  filesChecked: 2,
  unreadable: [],
  unreadableTotal: 0,
  truncated: false,
  topFindings: [],
};
const SUMMARY: Omit<SessionSummary, 'toolsRun' | 'toolsSkipped' | 'toolsFailed'> = {
  totalFindings: 0,
  bySeverity: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
  byCategory: { security: 0, quality: 0, performance: 0, accessibility: 0, standards: 0 },
};

/** Something that is asked of a session, at a clock that may stand still or step back. */
type Step =
  | { readonly kind: 'prepare' | 'cancel' | 'settle' | 'give-up' | 'end' }
  | { readonly kind: 'refine'; readonly unusable: readonly string[] }
  | { readonly kind: 'start'; readonly tools: readonly string[] }
  | { readonly kind: 'completed' | 'failed' | 'skipped'; readonly tool: string };

const tool = fc.constantFrom(...TOOLS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('prepare' as const, 'cancel' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('refine' as const), unusable: fc.uniqueArray(tool, { maxLength: 2 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('start' as const), tools: fc.uniqueArray(tool, { maxLength: 4 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom('completed' as const, 'failed' as const, 'skipped' as const), tool }),
  },
);
const tick = fc.integer({ min: -5, max: 5 });

/**
 * The whole stream of a session to which anything may have happened, in any order that its decider lets through, with
 * its end.
 */
export const sessionHistories = (): fc.Arbitrary<readonly RecordedEvent<SessionEvent>[]> =>
  fc
    .record({
      named: fc.uniqueArray(tool),
      steps: fc.array(fc.tuple(step, tick), { maxLength: 30 }),
      ending: fc.constantFrom('settle' as const, 'give-up' as const),
    })
    .map(({ named, steps, ending }) => {
      const decided = [...steps, ...endingOf(ending)].reduce(({ session, events, clock }, [next, elapsed]) => {
        const now = clock + elapsed;
        const more = decide(next, session, new Date(now).toISOString());
        return { session: more.reduce(evolve, session), events: [...events, ...more], clock: now };
      }, begun(named));
      return decided.events.map(recorded);
    });

/** Nothing changes what is settled, so steps after it must not either. */
const endingOf = (ending: 'settle' | 'give-up'): [Step, number][] => [
  [{ kind: ending }, 0],
  [{ kind: 'cancel' }, 0],
  [{ kind: 'completed', tool: 'alpha' }, 0],
  [{ kind: 'end' }, 0],
];

const BEGINNING = Date.parse('2026-11-20T12:00:00.000Z');

function begun(namedTools: readonly string[]): { session: Session; events: SessionEvent[]; clock: number } {
  const events = start(
    {
      sessionId: SESSION_ID,
      scanId: 'scn_1',
      organizationId: 'org_1',
      projectId: null,
      startedBy: 'key_1',
      target: { kind: 'directory', directory: '/target' },
      namedTools,
      aiFeatures: [],
      timeout: 1_000,
      maxConcurrent: 5,
      tools: TOOLS.map((id) => ({ id, category: 'quality' as const, billing: 'quality' as const, engine: 'engine' })),
    },
    notStarted,
    new Date(BEGINNING).toISOString(),
  );
  return { session: events.reduce(evolve, notStarted), events, clock: BEGINNING };
}

function decide(next: Step, session: Session, now: string): readonly SessionEvent[] {
  switch (next.kind) {
    case 'prepare':
      return recordPreparation(
        { files: 1, bytes: 1, lines: 1, languages: {}, leftOut: [], leftOutTotal: 0 },
        session,
        now,
      );
    case 'refine':
      return refine(
        next.unusable.map((unusable) => ({
          tool: unusable,
          reason: 'nothing to look at',
          cause: 'nothing-to-do' as const,
        })),
        session,
        now,
      );
    case 'start':
      return startTools(next.tools, session, now);
    case 'completed':
      return recordOutcome(
        { status: 'completed', tool: next.tool, duration: 5, findingsCount: 1, result: RESULT },
        attemptAt(next.tool, session),
        session,
        now,
      );
    case 'failed':
      return recordOutcome(
        {
          status: 'failed',
          tool: next.tool,
          duration: 5,
          findingsCount: 0,
          reason: 'failed',
          message: 'broke',
          result: RESULT,
        },
        attemptAt(next.tool, session),
        session,
        now,
      );
    case 'skipped':
      return recordOutcome(
        { status: 'skipped', tool: next.tool, reason: 'skipped', message: 'not now' },
        attemptAt(next.tool, session),
        session,
        now,
      );
    case 'cancel':
      return requestCancel('key_1', session, now);
    case 'settle':
      return beginSettlement(undefined, session, now);
    case 'give-up':
      return beginSettlement({ code: 'TARGET_UNREADABLE', message: 'gone' }, session, now);
    case 'end':
      return end(
        {
          summary: SUMMARY,
          refund: { refunded: noCredits, toolsRefunded: [], newBalance: microcredits(1) },
          intelligence: null,
        },
        session,
        now,
      );
  }
}

const attemptAt = (tool: string, { tools }: Session): number => {
  const state = tools.get(tool);
  return state?.status === 'running' ? state.attempt : 0;
};

const recorded = ({ type, data }: SessionEvent, revision: number): RecordedEvent<SessionEvent> =>
  ({
    id: `event-${revision}`,
    stream: sessionStream(SESSION_ID),
    revision,
    position: revision + 1,
    type,
    data,
    metadata: {},
    recordedAt: data.at,
  }) as RecordedEvent<SessionEvent>;
