import type { Fact, Model } from '@assay/kernel';
import type { ProbeResult } from './circuit';
import { CIRCUIT } from './circuit-opening';

/** A session probes a tool on the tool's own sample; no other session may until `until`. Times are ISO 8601. */
export type CircuitProbeBegan = Fact<
  'CircuitProbeBegan',
  { readonly tool: string; readonly sessionId: string; readonly at: string; readonly until: string }
>;
export type CircuitProbed = Fact<'CircuitProbed', { readonly tool: string; readonly sessionId: string } & ProbeResult>;
export type CircuitProbeEvent = CircuitProbeBegan | CircuitProbed;

export interface CircuitProbe {
  readonly sessionId: string;
  /** From then on another session may begin a probe. */
  readonly until: string;
  /** Undefined while it is under way, or if the process that ran it is gone. */
  readonly result?: ProbeResult;
}

/** The latest probe of a tool. A fact of an unknown type is skipped. */
export const probeModel: Model<CircuitProbe | undefined, CircuitProbeEvent> = {
  initial: undefined,
  evolve(probe, event) {
    if (event.type === 'CircuitProbeBegan') return { sessionId: event.data.sessionId, until: event.data.until };
    if (event.type !== 'CircuitProbed') return probe;
    const { tool: _, sessionId, ...result } = event.data;
    return { sessionId, until: probe?.until ?? event.data.at, result };
  },
};

/**
 * Lets one session at a time probe a tool, and at most one in `CIRCUIT.firstWait`, whatever its result. Asked again, a
 * session keeps a probe that it has not ended.
 */
export function beginProbe(
  command: { readonly tool: string; readonly sessionId: string },
  latest: CircuitProbe | undefined,
  now: Date,
): CircuitProbeBegan[] {
  if (latest && Date.parse(latest.until) > now.getTime()) return [];
  const until = new Date(now.getTime() + CIRCUIT.firstWait).toISOString();
  return [{ type: 'CircuitProbeBegan', data: { ...command, at: now.toISOString(), until } }];
}

/** Records its result, once, and only if no other session has begun one since. */
export const endProbe = (
  command: { readonly tool: string; readonly sessionId: string },
  result: ProbeResult,
  latest: CircuitProbe | undefined,
): CircuitProbed[] =>
  latest && isUnderWay(latest, command.sessionId) ? [{ type: 'CircuitProbed', data: { ...command, ...result } }] : [];

export const isUnderWay = ({ sessionId, result }: CircuitProbe, by: string): boolean =>
  sessionId === by && result === undefined;
