import { type Model, passedOver } from '@assay/kernel';
import type { VerdictEvent, VerdictGiven } from './verdict-events';

interface RecordedVerdict {
  readonly given: VerdictGiven['data'] | undefined;
  readonly deleted: boolean;
}

/** A fact of a type that it does not know is passed over. */
export const recordedVerdict: Model<RecordedVerdict, VerdictEvent> = {
  initial: { given: undefined, deleted: false },
  evolve(state, event) {
    switch (event.type) {
      case 'VerdictGiven':
        return { ...state, given: event.data };
      case 'VerdictDeleted':
        return { ...state, deleted: true };
      default:
        return passedOver(state, event);
    }
  },
};

/** A verdict is given once: what is decided or fixed later changes the next one. */
export const give = (data: VerdictGiven['data'], state: RecordedVerdict): VerdictEvent[] =>
  state.given || state.deleted ? [] : [{ type: 'VerdictGiven', data }];

export const remove = (at: string, { given, deleted }: RecordedVerdict): VerdictEvent[] =>
  given && !deleted ? [{ type: 'VerdictDeleted', data: { scanId: given.scanId, at } }] : [];
