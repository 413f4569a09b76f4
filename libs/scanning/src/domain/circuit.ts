import { type CircuitFailure, areSuspicious, keptFailures, openTheirOwn } from './circuit-failures';
import { type CircuitOpening, CIRCUIT, isStale, openedAgain, openedAt, withOpening } from './circuit-opening';

export { CIRCUIT, type CircuitFailure };

/** The circuit breaker of a tool, folded from the outcomes of its runs and of probes. */
export interface Circuit {
  /** The relevant latest failures since the tool last completed anywhere. */
  readonly failures: readonly CircuitFailure[];
  /** By organization: its sessions leave the tool out, because it failed on their own targets. */
  readonly openings: Readonly<Record<string, CircuitOpening>>;
  /** All sessions leave the tool out, because it failed on its own sample, too. */
  readonly forAll: (CircuitOpening & { readonly reason: string }) | null;
  /** ISO 8601: the end of the latest probe since the tool last completed. */
  readonly probedAt: string | null;
}

/** How a run of the tool on its own sample ended, at a time in ISO 8601. */
export type ProbeResult = { readonly at: string } & (
  | { readonly passed: true }
  | { readonly passed: false; readonly reason: string }
);

export type CircuitStanding =
  | { readonly state: 'closed'; readonly failures: number }
  | {
      readonly state: 'open' | 'half-open';
      readonly until: string;
      readonly failures: number;
      /** The reason for opening it, in words. */
      readonly reason: string;
      readonly concerns: 'organization' | 'everybody';
    };

export const closedCircuit: Circuit = { failures: [], openings: {}, forAll: null, probedAt: null };

/** A success anywhere shows that the tool works. Returns the same object if nothing changes. */
export const afterSuccess = (circuit: Circuit): Circuit => (isUntouched(circuit) ? circuit : closedCircuit);

/** A failure opens the circuit only for the organization that had it. */
export function afterFailure(before: Circuit, failure: CircuitFailure): Circuit {
  const at = Date.parse(failure.at);
  const circuit = withoutStale(before, at);
  const failures = keptFailures(circuit.failures, failure);
  const { organizationId } = failure;
  const own = circuit.openings[organizationId];
  const next = own
    ? openedAgain(own, at)
    : openTheirOwn(failures, organizationId)
      ? openedAt(at, CIRCUIT.firstWait)
      : undefined;
  return { ...circuit, failures, openings: withOpening(circuit.openings, organizationId, next) };
}

/**
 * A failed probe opens the circuit for everybody, or opens it again for longer. A passed one closes it, except for
 * organizations whose own targets opened it.
 */
export function afterProbe(before: Circuit, result: ProbeResult): Circuit {
  const at = Date.parse(result.at);
  const circuit = { ...withoutStale(before, at), probedAt: result.at };
  if (result.passed) return { ...circuit, forAll: null };
  const { forAll } = circuit;
  // The tool completed somewhere meanwhile, which refutes the suspicion.
  if (!forAll && !areSuspicious(circuit.failures, at)) return circuit;
  return {
    ...circuit,
    forAll: { ...(forAll ? openedAgain(forAll, at) : openedAt(at, CIRCUIT.firstWait)), reason: result.reason },
  };
}

/**
 * Whether the tool should be probed on its own sample: several organizations had failures since the last probe, or the
 * circuit was open for everybody and the wait is over.
 */
export function needsProbe({ failures, forAll, probedAt }: Circuit, now: Date): boolean {
  const at = now.getTime();
  if (forAll && !isStale(forAll, at)) return at >= Date.parse(forAll.until);
  const unprobed = failures.some((each) => probedAt === null || each.at > probedAt);
  return unprobed && areSuspicious(failures, at);
}

/** The state of the circuit for one organization's sessions. */
export function circuitStanding(circuit: Circuit, organizationId: string, now: Date): CircuitStanding {
  const { failures, openings, forAll } = withoutStale(circuit, now.getTime());
  const own = failures.filter((each) => each.organizationId === organizationId).length;
  const opening = forAll ?? openings[organizationId];
  if (!opening) return { state: 'closed', failures: own };
  return {
    state: now.getTime() < Date.parse(opening.until) ? 'open' : 'half-open',
    until: opening.until,
    failures: forAll ? failures.length : own,
    reason: forAll
      ? `it failed for several organizations, and on its own sample, too: ${forAll.reason}`
      : `it failed ${own} times in a row on your targets`,
    concerns: forAll ? 'everybody' : 'organization',
  };
}

const isUntouched = ({ failures, openings, forAll, probedAt }: Circuit): boolean =>
  failures.length === 0 && Object.keys(openings).length === 0 && forAll === null && probedAt === null;

function withoutStale(circuit: Circuit, at: number): Circuit {
  const openings = Object.entries(circuit.openings).filter(([, opening]) => !isStale(opening, at));
  return {
    ...circuit,
    openings: Object.fromEntries(openings),
    forAll: circuit.forAll && isStale(circuit.forAll, at) ? null : circuit.forAll,
  };
}
