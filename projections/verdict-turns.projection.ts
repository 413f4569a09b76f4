import {
  TURNS_KEPT,
  type VerdictGivenFact,
  type VerdictTurns,
  turnOf,
  turnsIdOf,
  verdictTurnDocuments,
} from '@assay/notifications';
import type { Projection } from '@assay/read-models';

/** Which verdict came before which, for those who are told what changed. */
export const verdictTurns: Projection<VerdictTurns, VerdictGivenFact> = {
  ...verdictTurnDocuments,
  version: 1,
  indexes: [],
  handles: { VerdictGiven: true },
  documentIds: ({ data }) => [turnsIdOf(data)],
  apply: (document, { data }) => ({ turns: [...(document?.turns ?? []), turnOf(data)].slice(-TURNS_KEPT) }),
};
