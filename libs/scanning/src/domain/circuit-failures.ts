import { CIRCUIT } from './circuit-opening';

/** A run of a tool that broke or timed out. */
export interface CircuitFailure {
  /** ISO 8601. */
  readonly at: string;
  readonly organizationId: string;
  /** A digest that tells targets apart without revealing them. */
  readonly target: string;
}

/** The most failures that are kept: of one target, and in all. More change nothing. */
const KEPT = { ofTarget: 3, ofAll: 50 };

/** The relevant failures at the time of the latest one, including it. */
export function keptFailures(before: readonly CircuitFailure[], latest: CircuitFailure): CircuitFailure[] {
  const failures = [...recent(before, Date.parse(latest.at)), latest];
  const ofTarget = (target: string) => failures.filter((each) => targetOf(each) === target);
  return failures.filter((each) => ofTarget(targetOf(each)).slice(-KEPT.ofTarget).includes(each)).slice(-KEPT.ofAll);
}

/** Whether an organization's own targets broke the tool so often that its own sessions leave it out. */
export function openTheirOwn(failures: readonly CircuitFailure[], organizationId: string): boolean {
  const own = failures.filter((each) => each.organizationId === organizationId);
  return own.length >= CIRCUIT.failures && targetsOf(own) >= CIRCUIT.targets;
}

/** Whether the failures of several organizations suggest that the tool itself is broken. Only a probe can tell. */
export function areSuspicious(all: readonly CircuitFailure[], at: number): boolean {
  const failures = recent(all, at);
  const perOrganization = new Map<string, number>();
  for (const each of failures)
    perOrganization.set(each.organizationId, (perOrganization.get(each.organizationId) ?? 0) + 1);
  const weight = [...perOrganization.values()].reduce((sum, count) => sum + Math.min(count, CIRCUIT.ofOne), 0);
  return weight >= CIRCUIT.failures && targetsOf(failures) >= CIRCUIT.targets;
}

const recent = (failures: readonly CircuitFailure[], at: number): CircuitFailure[] =>
  failures.filter((each) => at - Date.parse(each.at) < CIRCUIT.window);
const targetsOf = (failures: readonly CircuitFailure[]): number => new Set(failures.map(targetOf)).size;
const targetOf = ({ organizationId, target }: CircuitFailure): string => `${organizationId}/${target}`;
