import {
  type VerdictGivenFact,
  type VerdictTurns,
  turnsIdOf,
  verdictTurnDocuments,
  withTurn,
} from '@assay/notifications';
import type { Projection } from '@assay/read-models';

/** Which verdict came before which, for those who are told what changed. */
export const verdictTurns: Projection<VerdictTurns, VerdictGivenFact> = {
  ...verdictTurnDocuments,
  version: 2,
  indexes: [],
  handles: { VerdictGiven: true },
  documentIds: ({ data }) => [turnsIdOf(data)],
  apply: (document, { data }) => withTurn(data, document),
};
