import type { Replayed, ReplayRequest } from '@assay/billing';
import { InfrastructureError, type Refusal, RefusedError, UnknownFact, messageOf } from '@assay/kernel';

/** The settings by which a thread opens the event store for itself. */
export interface ReplayThreadData {
  readonly eventStoreUrl: string;
}

export interface ToReplayThread {
  readonly id: number;
  readonly request: ReplayRequest;
}

/** An error as it travels: only its message, the refusal for the client, and whether a retry may help. */
export interface ReplayFault {
  readonly kind: 'refused' | 'passing' | 'other';
  readonly message: string;
  readonly refusal?: Refusal;
}

export type FromReplayThread =
  | { readonly id: number; readonly replayed: Replayed }
  | { readonly id: number; readonly fault: ReplayFault };

export function faultOf(error: unknown): ReplayFault {
  const message = messageOf(error);
  if (error instanceof RefusedError) return { kind: 'refused', message, refusal: error.refusal };
  if (error instanceof UnknownFact) return { kind: 'passing', message, refusal: error.refusal };
  if (!(error instanceof InfrastructureError)) return { kind: 'other', message };
  return { kind: 'passing', message, ...(error.refusal && { refusal: error.refusal }) };
}

export function errorOf({ kind, message, refusal }: ReplayFault): Error {
  if (kind === 'refused' && refusal) return new RefusedError(refusal);
  return kind === 'other' ? new Error(message) : new InfrastructureError(message, refusal && { refusal });
}
