import {
  type AutomationDocument,
  type AutomationEvent,
  type AutomationTriggered,
  NO_ADDRESS,
  automationDocuments,
  statusNameOf,
} from '@assay/automations';
import type { Projection } from '@assay/read-models';

/** One that was abandoned never had a document. */
type ShownEvent = Exclude<AutomationEvent, { type: 'AutomationAbandoned' }> | AutomationTriggered;

/** GET /api/v1/automations: one document an automation. */
export const automations: Projection<AutomationDocument, ShownEvent> = {
  ...automationDocuments,
  version: 4,
  indexes: [
    ['organizationId', 'createdAt', 'id'],
    ['organizationId', 'projectId', 'createdAt', 'id'],
    ['organizationId', 'trigger.type', 'createdAt', 'id'],
    ['trigger.type', 'id'],
    ['webhookAddress', 'webhookToken'],
  ],
  handles: { AutomationCreated: true, AutomationChanged: true, AutomationDeleted: true, AutomationTriggered: true },
  documentIds: ({ data }) => [data.automationId],
  apply(document, { type, data }) {
    switch (type) {
      case 'AutomationCreated': {
        const { automationId, at, ...fields } = data;
        const statusName = statusNameOf(automationId, fields.name);
        const unfired = { lastTriggeredAt: null, triggerCount: 0, createdAt: at, updatedAt: at };
        return { id: automationId, ...NO_ADDRESS, ...fields, statusName, ...unfired };
      }
      case 'AutomationChanged': {
        const { automationId: _, at, ...changes } = data;
        return document && { ...document, ...changes, updatedAt: at };
      }
      case 'AutomationTriggered':
        return document && { ...document, lastTriggeredAt: data.at, triggerCount: document.triggerCount + 1 };
      case 'AutomationDeleted':
        return undefined;
    }
  },
};
