import { type AutoTopupDocument, type TopupEvent, autoTopupDocuments, organizationOfTopups } from '@assay/billing';
import type { Projection } from '@assay/read-models';

type AutoTopupChange = Exclude<TopupEvent, { type: 'TopupHeldBack' }>;

/** Which automatic top-ups somebody has to look after without any entry of the ledger: one document an organization. */
export const autoTopups: Projection<AutoTopupDocument, AutoTopupChange> = {
  ...autoTopupDocuments,
  version: 1,
  indexes: [['dueAt']],
  handles: {
    AutoTopupChanged: true,
    TopupTriggered: true,
    TopupCredited: true,
    TopupDeclined: true,
    AutoTopupTurnedOff: true,
  },
  documentIds: ({ stream }) => [organizationOfTopups(stream)],
  apply(document, { type, data }, organizationId) {
    switch (type) {
      case 'AutoTopupChanged':
        // A charge in flight continues; the try that would come after a declined one begins from the start, or does not
        // come.
        return { ...document, organizationId, inFlight: document?.inFlight ?? null, dueAt: document?.inFlight ?? null };
      case 'TopupTriggered':
        return { organizationId, inFlight: data.at, dueAt: data.at };
      case 'TopupDeclined':
        return { organizationId, inFlight: null, dueAt: data.retryAt };
      case 'TopupCredited':
      case 'AutoTopupTurnedOff':
        return { organizationId, inFlight: null, dueAt: null };
    }
  },
};
