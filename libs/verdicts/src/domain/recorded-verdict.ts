import { type Model, passedOver } from '@assay/kernel';
import { IDS_A_PART, type NamedList } from './new-findings';
import type { VerdictEvent, VerdictGiven } from './verdict-events';

interface RecordedVerdict {
  /** How many parts are named, by the digest of their list. The ids themselves are not kept: they may be many. */
  readonly parts: Readonly<Record<string, number>>;
  /** Undefined if nothing is named or given. */
  readonly scanId: string | undefined;
  readonly given: VerdictGiven['data'] | undefined;
  readonly deleted: boolean;
}

/** A fact of a type that it does not know is passed over. */
export const recordedVerdict: Model<RecordedVerdict, VerdictEvent> = {
  initial: { parts: {}, scanId: undefined, given: undefined, deleted: false },
  evolve(state, event) {
    switch (event.type) {
      case 'NewFindingsNamed': {
        const { scanId, digest, part } = event.data;
        return { ...state, scanId, parts: { ...state.parts, [digest]: part + 1 } };
      }
      case 'VerdictGiven':
        return { ...state, scanId: event.data.scanId, given: event.data };
      case 'VerdictDeleted':
        return { ...state, deleted: true };
      default:
        return passedOver(state, event);
    }
  },
};

/**
 * The next part of the new findings that are to be named before the verdict is given; no event if the verdict names
 * them all itself, or if each part is named.
 */
export function nameNext(
  { sessionId, scanId }: Pick<VerdictGiven['data'], 'sessionId' | 'scanId'>,
  { digest, ids, isNamedByVerdict }: NamedList,
  { parts, given, deleted }: RecordedVerdict,
): VerdictEvent[] {
  if (given || deleted || isNamedByVerdict) return [];
  const part = parts[digest] ?? 0;
  const next = ids.slice(part * IDS_A_PART, (part + 1) * IDS_A_PART);
  return next.length === 0 ? [] : [{ type: 'NewFindingsNamed', data: { sessionId, scanId, digest, part, ids: next } }];
}

/** A verdict is given once: what is decided or fixed later changes the next one. */
export const give = (data: VerdictGiven['data'], state: RecordedVerdict): VerdictEvent[] =>
  state.given || state.deleted ? [] : [{ type: 'VerdictGiven', data }];

export const remove = (at: string, { scanId, deleted }: RecordedVerdict): VerdictEvent[] =>
  scanId === undefined || deleted ? [] : [{ type: 'VerdictDeleted', data: { scanId, at } }];
