/** A run of a tool that broke or timed out. */
export interface CircuitFailure {
  /** ISO 8601. */
  readonly at: string;
  readonly organizationId: string;
  /** Tells targets apart; says nothing of what they are. */
  readonly target: string;
}

interface CircuitOpening {
  /** Whose sessions leave the tool out; null: everybody's. */
  readonly organizationId: string | null;
  /** ISO 8601: from then on one session tries it. */
  readonly until: string;
  /** Milliseconds from the failure that opened it, or opened it again. */
  readonly wait: number;
}

/** The circuit breaker of a tool, as the outcomes of its runs leave it. */
export interface Circuit {
  /** Since the tool last completed anywhere; the latest ones, as many as matter. */
  readonly failures: readonly CircuitFailure[];
  readonly opening: CircuitOpening | null;
}

export type CircuitStanding =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open' | 'half-open'; readonly until: string; readonly failures: number };

const MINUTE = 60_000;

/**
 * When a circuit opens, and for how long; times in milliseconds. No settings: the state must be the same whoever folds
 * it.
 *
 * One target breaks a tool more often than the tool is broken, so that several must. An organization whose targets
 * break it turns it off for itself; for everybody only what several organizations met, where none counts for more than
 * `ofOne`.
 */
export const CIRCUIT = {
  failures: 5,
  targets: 3,
  ofOne: 3,
  window: 60 * MINUTE,
  firstWait: 5 * MINUTE,
  longestWait: 60 * MINUTE,
} as const;

/** More failures than these change nothing, and are not kept: of one target, and of all. */
const KEPT = { ofTarget: 3, ofAll: 50 };

export const closedCircuit: Circuit = { failures: [], opening: null };

/** A success anywhere shows that the tool works. The same object where nothing changes. */
export const afterSuccess = (circuit: Circuit): Circuit =>
  circuit.failures.length === 0 && circuit.opening === null ? circuit : closedCircuit;

export function afterFailure(before: Circuit, failure: CircuitFailure): Circuit {
  const at = Date.parse(failure.at);
  const circuit = isStale(before.opening, at) ? closedCircuit : before;
  const failures = kept([...circuit.failures.filter((each) => at - Date.parse(each.at) < CIRCUIT.window), failure]);
  return { failures, opening: openingAfter(circuit.opening, failures, failure) };
}

/** How it stands for one organization's sessions. */
export function circuitStanding({ failures, opening }: Circuit, organizationId: string, now: Date): CircuitStanding {
  const own = failures.filter((each) => each.organizationId === organizationId).length;
  if (!opening || !concerns(opening, organizationId) || isStale(opening, now.getTime()))
    return { state: 'closed', failures: own };
  const counted = opening.organizationId === null ? failures.length : own;
  return {
    state: now.getTime() < Date.parse(opening.until) ? 'open' : 'half-open',
    until: opening.until,
    failures: counted,
  };
}

function openingAfter(
  opening: CircuitOpening | null,
  failures: readonly CircuitFailure[],
  { at, organizationId }: CircuitFailure,
): CircuitOpening | null {
  const scope = scopeOf(failures, organizationId);
  const opened = (whose: string | null, wait: number): CircuitOpening => ({
    organizationId: whose,
    wait,
    until: new Date(Date.parse(at) + wait).toISOString(),
  });
  if (!opening) return scope === undefined ? null : opened(scope, CIRCUIT.firstWait);
  // Broken for two organizations apart is broken for everybody.
  const wider = opening.organizationId !== null && scope !== undefined && scope !== opening.organizationId;
  if (wider) return opened(null, opening.wait);
  // What still ran when it was opened has nothing to say about how long it should be.
  const tried = concerns(opening, organizationId) && Date.parse(at) >= Date.parse(opening.until);
  return tried ? opened(opening.organizationId, Math.min(2 * opening.wait, CIRCUIT.longestWait)) : opening;
}

/**
 * For whom these failures open a circuit: everybody (null), the organization that met the last of them, or nobody
 * (undefined).
 */
function scopeOf(failures: readonly CircuitFailure[], organizationId: string): string | null | undefined {
  const perOrganization = new Map<string, number>();
  for (const each of failures)
    perOrganization.set(each.organizationId, (perOrganization.get(each.organizationId) ?? 0) + 1);
  const weight = [...perOrganization.values()].reduce((sum, count) => sum + Math.min(count, CIRCUIT.ofOne), 0);
  if (weight >= CIRCUIT.failures && targetsOf(failures) >= CIRCUIT.targets) return null;
  const own = failures.filter((each) => each.organizationId === organizationId);
  return own.length >= CIRCUIT.failures && targetsOf(own) >= CIRCUIT.targets ? organizationId : undefined;
}

const concerns = (opening: CircuitOpening, organizationId: string): boolean =>
  opening.organizationId === null || opening.organizationId === organizationId;
/** Nobody tried it for so long that what was known is worth nothing any more. */
const isStale = (opening: CircuitOpening | null, now: number): boolean =>
  opening !== null && now >= Date.parse(opening.until) + CIRCUIT.window;
const targetsOf = (failures: readonly CircuitFailure[]): number => new Set(failures.map(targetOf)).size;
const targetOf = ({ organizationId, target }: CircuitFailure): string => `${organizationId}/${target}`;

function kept(failures: readonly CircuitFailure[]): CircuitFailure[] {
  const ofTarget = (target: string) => failures.filter((each) => targetOf(each) === target);
  return failures.filter((each) => ofTarget(targetOf(each)).slice(-KEPT.ofTarget).includes(each)).slice(-KEPT.ofAll);
}
