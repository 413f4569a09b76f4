import { failureOf } from '../program-end';
import { type Circumstances, runLogged } from '../run-logged';

/** Seconds: ample on a machine that is busy with other work. */
const LIMIT = 600;

/** The output of `assay audit credits --json`. */
export interface Audit {
  readonly entries: readonly { readonly type: string }[];
  readonly chain: { readonly valid: boolean };
  readonly drift: { readonly difference: number };
}

/** @throws Error if the command fails, as it does for an unsound ledger */
export async function audit(command: string, of: Omit<Circumstances, 'limit'>): Promise<Audit> {
  const end = await runLogged('node', [command, 'audit', 'credits', '--json'], { ...of, limit: LIMIT });
  const failure = failureOf(end);
  if (failure) throw new Error(`assay audit credits ${failure}`);
  return JSON.parse(end.output) as Audit;
}

/**
 * Checks the ledger after that many sessions, all of which completed.
 *
 * @throws Error if the ledger does not account for each of them
 */
export function assertSound({ chain, drift, entries }: Audit, sessions: number): void {
  if (!chain.valid) throw new Error('the hash chain of the ledger is broken');
  if (drift.difference !== 0)
    throw new Error(`the read model of the balance is ${drift.difference} credits from the ledger`);
  const settled = entries.filter(({ type }) => type === 'settlement').length;
  if (settled !== sessions) throw new Error(`the ledger has settled ${settled} of ${sessions} sessions`);
}
