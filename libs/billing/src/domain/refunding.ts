import { type ChargeLine, type RefundReason, subjectOf, totalOfLines } from './charge';
import { type CreditLedger, apply } from './credit-ledger';
import type { LedgerFact } from './events';
import { planReturns, undoDraws } from './lot';

/**
 * Returns the shares of tools that did not deliver, one entry for each tool. It changes nothing if repeated, for a tool
 * that was never charged or has an empty share, or after the settlement.
 */
export function refundTools(
  command: { readonly at: string; readonly sessionId: string; readonly tools: ReadonlyMap<string, RefundReason> },
  ledger: CreditLedger,
): LedgerFact[] {
  const lines = ledger.openCharges.get(command.sessionId)?.lines ?? [];
  const facts: LedgerFact[] = [];
  for (const line of lines) {
    const reason = line.tool === null ? undefined : command.tools.get(line.tool);
    if (reason === undefined || line.amount === 0) continue;
    facts.push(refund(facts.reduce(apply, ledger), command.sessionId, [line], reason, command.at));
  }
  return facts;
}

/**
 * Returns all credits of a session that are not returned yet. The charge of a session that never started is settled,
 * too: if it starts after all, its lines are refused, so that its tools do not run for nothing.
 */
export function refundSession(
  command: { readonly at: string; readonly sessionId: string; readonly reason: RefundReason },
  ledger: CreditLedger,
): LedgerFact[] {
  const lines = ledger.openCharges.get(command.sessionId)?.lines.filter(({ amount }) => amount > 0) ?? [];
  const refunds = lines.length === 0 ? [] : [refund(ledger, command.sessionId, lines, command.reason, command.at)];
  if (command.reason !== 'not-started') return refunds;
  return [
    ...refunds,
    ...settleCharge({ ...command, linesScanned: 0, issuesByCategory: {} }, refunds.reduce(apply, ledger)),
  ];
}

/**
 * Returns the credits of everything undelivered and makes the charge final, in one append: nobody can add lines in
 * between to a session that has got everything back. `rest`: why all that is left is returned, too; undefined if
 * something was delivered.
 */
export function refundAndSettle(
  command: Parameters<typeof settleCharge>[0] & {
    readonly tools: ReadonlyMap<string, RefundReason>;
    /** Items that belong to no tool and failed. */
    readonly items?: ReadonlySet<string>;
    readonly rest: Exclude<RefundReason, 'not-started'> | undefined;
  },
  ledger: CreditLedger,
): LedgerFact[] {
  const { rest, items, sessionId, at } = command;
  const facts = refundTools(command, ledger);
  const lines = ledger.openCharges.get(sessionId)?.lines ?? [];
  const failed = lines.filter(({ item, amount }) => amount > 0 && items?.has(item));
  if (failed.length > 0) facts.push(refund(facts.reduce(apply, ledger), sessionId, failed, 'failed', at));
  if (rest !== undefined) facts.push(...refundSession({ ...command, reason: rest }, facts.reduce(apply, ledger)));
  return [...facts, ...settleCharge(command, facts.reduce(apply, ledger))];
}

/** Makes a session's charge final. It changes nothing if repeated, or if nothing was charged. */
export function settleCharge(
  command: {
    readonly at: string;
    readonly sessionId: string;
    readonly linesScanned: number;
    readonly issuesByCategory: Readonly<Record<string, number>>;
  },
  ledger: CreditLedger,
): LedgerFact[] {
  const charge = ledger.openCharges.get(command.sessionId);
  if (!charge) return [];
  const { at, linesScanned, issuesByCategory } = command;
  return [
    {
      type: 'ChargeSettled',
      data: {
        at,
        ...subjectOf(charge),
        charged: charge.charged,
        refunded: charge.refunded,
        linesScanned,
        issuesByCategory,
      },
    },
  ];
}

/** The entry that returns lines of an open charge to the lots they came from. */
export function refund(
  ledger: CreditLedger,
  sessionId: string,
  lines: readonly ChargeLine[],
  reason: RefundReason,
  at: string,
): LedgerFact {
  const charge = ledger.openCharges.get(sessionId)!;
  const amount = totalOfLines(lines);
  const { undone } = undoDraws(charge.drawn, amount);
  return {
    type: 'CreditsRefunded',
    data: {
      at,
      ...subjectOf(charge),
      amount,
      lines,
      reason,
      returned: planReturns(ledger.lots, undone, { period: ledger.period, at }),
    },
  };
}
