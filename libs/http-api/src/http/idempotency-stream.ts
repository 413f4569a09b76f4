import { type Fact, type Model, type Refusal, passedOver } from '@assay/kernel';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly refusal?: Refusal;
}

export type IdempotencyEvent =
  | Fact<
      'RequestReserved',
      {
        /** When it was asked first. Ids are made from it, too, so that after 24 hours the same request is a new one. */
        readonly at: string;
        /** Null if the body is known only once it has been received. */
        readonly bodyHash: string | null;
        /** The process that runs the request. */
        readonly owner: string;
        /** When that process took it. Earlier releases did not say it, and gave no signs. */
        readonly heldAt?: string;
      }
    >
  /** A sign of the process that runs the request. */
  | Fact<'RequestHeld', { readonly at: string; readonly heldAt: string }>
  | Fact<'RequestAnswered', { readonly at: string; readonly bodyHash: string | null; readonly answer: Answer }>
  | Fact<'RequestReleased', { readonly at: string }>;

/** A request with an Idempotency-Key, as its stream tells it. */
export interface RememberedRequest {
  readonly bodyHash: string | null;
  readonly at: string;
  /** Null when it ended without an answer to keep. */
  readonly owner: string | null;
  /** When that process gave its last sign; undefined if it gives none. */
  readonly heldAt: string | undefined;
  readonly answer: Answer | null;
}

export const rememberedRequest: Model<RememberedRequest | undefined, IdempotencyEvent> = {
  initial: undefined,
  evolve(state, event) {
    const { type, data } = event;
    switch (type) {
      case 'RequestReserved':
        return { bodyHash: data.bodyHash, at: data.at, owner: data.owner, heldAt: data.heldAt, answer: null };
      case 'RequestHeld':
        return state && { ...state, heldAt: data.heldAt };
      case 'RequestAnswered':
        return state && { ...state, bodyHash: data.bodyHash, answer: data.answer };
      case 'RequestReleased':
        return state && { ...state, owner: null };
      default:
        return passedOver(state, event);
    }
  },
};

/** Milliseconds. */
export const KEPT_FOR = 24 * 3_600_000;

export const IDEMPOTENCY_PREFIX = 'idempotency-';
export const idempotencyStream = (id: string): string => `${IDEMPOTENCY_PREFIX}${id}`;
