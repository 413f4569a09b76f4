import {
  type VerdictGivenFact,
  type VerdictTurns,
  turnsIdOf,
  verdictTurnDocuments,
  withTurn,
} from '@assay/notifications';
import type { AutomationFiringDeleted } from '@assay/automations';
import type { Projection } from '@assay/read-models';

/** The order of verdicts, from which messages tell what changed. Deleted with the automation. */
export const verdictTurns: Projection<VerdictTurns, VerdictGivenFact | AutomationFiringDeleted> = {
  ...verdictTurnDocuments,
  version: 4,
  indexes: [],
  handles: { VerdictGiven: true, AutomationFiringDeleted: true },
  documentIds({ type, data }) {
    if (type === 'VerdictGiven') return [turnsIdOf(data)];
    const { automationId, judgedBranch: branch } = data;
    return branch === undefined ? [] : [turnsIdOf({ automationId, conditions: { branch } })];
  },
  apply: (document, { type, data }) => (type === 'VerdictGiven' ? withTurn(data, document) : undefined),
};
