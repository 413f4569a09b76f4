import type { Fact, Model } from '@assay/kernel';
import { CIRCUIT } from './circuit';

/** The session that tries a tool after its circuit was open. Times are ISO 8601. */
export type CircuitTrialGranted = Fact<
  'CircuitTrialGranted',
  { readonly tool: string; readonly sessionId: string; readonly at: string; readonly until: string }
>;

export interface CircuitTrial {
  readonly sessionId: string;
  readonly until: string;
}

export const circuitStream = (tool: string): string => `circuit-${tool}`;

/** A fact of an unknown type is skipped. */
export const trialModel: Model<CircuitTrial | undefined, CircuitTrialGranted> = {
  initial: undefined,
  evolve(trial, event) {
    if (event.type !== 'CircuitTrialGranted') return trial;
    const { sessionId, until } = event.data;
    return { sessionId, until };
  },
};

/** Grants the trial to one session at a time; another session gets it once that one has been silent for a while. */
export function grantTrial(
  command: { readonly tool: string; readonly sessionId: string },
  trial: CircuitTrial | undefined,
  now: Date,
): CircuitTrialGranted[] {
  if (trial && (trial.sessionId === command.sessionId || Date.parse(trial.until) > now.getTime())) return [];
  return [
    {
      type: 'CircuitTrialGranted',
      data: { ...command, at: now.toISOString(), until: new Date(now.getTime() + CIRCUIT.firstWait).toISOString() },
    },
  ];
}
