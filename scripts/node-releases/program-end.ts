import { constants } from 'node:os';

/** How a program ended. */
export interface ProgramEnd {
  /** Null if a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it was ended because it took too long. */
  readonly overtime: boolean;
  /** Its output on both streams. */
  readonly output: string;
}

/** Why this is a failure; undefined for a success. */
export function failureOf({ status, signal, overtime }: ProgramEnd): string | undefined {
  if (overtime) return 'took too long and was ended';
  const endedBy = signal ?? signalBehind(status);
  if (endedBy) return `was ended by ${endedBy}`;
  return status === 0 ? undefined : `ended with status ${status}`;
}

/** A shell, and so npm, reports a signal that ended its child as the status 128 + its number. */
function signalBehind(status: number | null): string | undefined {
  const number = (status ?? 0) - 128;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}
