import { ChangeOrganizationTier } from '@assay/identity';
import { BILLING_CATEGORIES, microcredits } from '@assay/kernel';
import type { Command } from '@nestjs/cqrs';
import fc from 'fast-check';
import { ChangeOverage } from '../src/commands/change-overage/change-overage';
import { ChargeLines } from '../src/commands/charge-lines/charge-lines';
import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { GrantCredits } from '../src/commands/grant-credits/grant-credits';
import { RefundSession } from '../src/commands/refund-session/refund-session';
import { SettleCharge } from '../src/commands/settle-charge/settle-charge';
import { REFUND_REASONS } from '../src/domain/charge';
import type { AppendFault } from './failing-appends';
import { ORGANIZATION, subject } from './ledger';

/** One step of a history: time passes, the next appends may be cut off, a command is given. */
export interface Step {
  readonly days: number;
  /** Whether an operator says that the clock is right, where it leapt ahead. */
  readonly accepted: boolean;
  readonly faults: readonly (AppendFault | undefined)[];
  readonly command: Command<unknown>;
}

/** Few sessions and tools, so that commands meet each other's traces. */
const sessionId = fc.constantFrom('ses_1', 'ses_2', 'ses_3', 'ses_4');
const TOOLS = BILLING_CATEGORIES.flatMap((billing) =>
  ['a', 'b', 'c'].map((name) => ({ id: `${billing}-${name}`, billing })),
);
const someTools = fc.subarray(TOOLS);
const reason = fc.constantFrom(...REFUND_REASONS);
const organizationId = ORGANIZATION;

/** Within what {@link WITH_OVERAGE} allows, and beyond it. */
const overage = fc
  .record({ enabled: fc.boolean(), limit: fc.constantFrom(undefined, 5_000_000, 30_000_000, 41_000_000) })
  .map(
    ({ enabled, limit }) =>
      new ChangeOverage({
        organizationId,
        by: 'key_1',
        enabled,
        ...(limit !== undefined && { limit: microcredits(limit) }),
      }),
  );

const command: fc.Arbitrary<Command<unknown>> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ id: sessionId, tools: someTools, aiFeatures: fc.subarray(['summary', 'priority_scoring']) })
      .map(({ id, ...plan }) => new ChargeSession({ organizationId, ...subject(id), ...plan })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ sessionId, lines: fc.nat(600_000), remaining: someTools })
      .map(
        ({ sessionId: id, lines, remaining }) =>
          new ChargeLines({ organizationId, sessionId: id, lines, remainingTools: remaining.map((tool) => tool.id) }),
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        sessionId,
        refunds: fc.array(fc.record({ tool: fc.constantFrom(...TOOLS.map(({ id }) => id)), reason }), { maxLength: 8 }),
        refundRest: fc.option(fc.constantFrom('failed', 'timed-out'), { freq: 4, nil: undefined }),
      })
      .map(
        (input) => new SettleCharge({ organizationId, ...input, linesScanned: 5, issuesByCategory: { security: 1 } }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ sessionId, reason }).map((input) => new RefundSession({ organizationId, ...input })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        grantId: fc.constantFrom('g1', 'g2'),
        amount: fc.integer({ min: 1, max: 9_999_999 }),
        expires: fc.constantFrom(null, '2099-01', '2026-11-18T12:00:00.000Z', '2026-12-20T00:00:00.000Z'),
        priority: fc.constantFrom(50, 50, 7),
      })
      .map(
        ({ amount, ...grant }) =>
          new GrantCredits({ organizationId, ...grant, amount: microcredits(amount), reason: 'welcome' }),
      ),
  },
  { weight: 2, arbitrary: overage },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('free', 'starter', 'pro')
      .map((tier) => new ChangeOrganizationTier({ organizationId, tier })),
  },
);

const fault = fc.constantFrom<AppendFault | undefined>(
  undefined,
  undefined,
  'lost-before-writing',
  'lost-after-writing',
);

/** Mostly within a month, sometimes into the next one, now and then years later, or back: clocks are set. */
const days = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 30, max: 900 }) },
  { weight: 1, arbitrary: fc.integer({ min: -60, max: -1 }) },
);

/** In days. An Idempotency-Key is kept so long, and a request that is repeated later starts another session. */
const REPEATED = 1;

/**
 * The history without the charges that nobody makes: of a session that was charged more than a day before. The ledger
 * keeps a final charge for that day, and then takes its session for one that was never charged.
 */
function withoutLateCharges(steps: readonly Step[]): Step[] {
  const firstCharges = new Map<string, number>();
  const kept: Step[] = [];
  let clock = 0;
  let ledgerTime = 0; // never runs backwards
  let skipped = 0;
  for (const step of steps) {
    clock += step.days;
    ledgerTime = Math.max(ledgerTime, clock);
    skipped += step.days;
    if (step.command instanceof ChargeSession) {
      const { sessionId: charged } = step.command.input;
      if (!firstCharges.has(charged)) firstCharges.set(charged, ledgerTime);
      if (ledgerTime - firstCharges.get(charged)! > REPEATED) continue;
    }
    kept.push({ ...step, days: skipped });
    skipped = 0;
  }
  return kept;
}

const steps = fc.array(
  fc.record<Step>({ days, accepted: fc.boolean(), faults: fc.array(fault, { maxLength: 3 }), command }),
  {
    minLength: 1,
    maxLength: 30,
  },
);

/** Any history that begins with these steps. */
export const historiesAfter = (begun: readonly Step[]): fc.Arbitrary<Step[]> =>
  steps.map((more) => withoutLateCharges([...begun, ...more]));

export const histories = historiesAfter([]);
