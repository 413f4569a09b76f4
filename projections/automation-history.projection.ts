import { type FiringDocument, type FiringEvent, firingDocuments, sourceNote } from '@assay/automations';
import type { Projection } from '@assay/read-models';
import type { VerdictGiven } from '@assay/verdicts';

/** GET /api/v1/automations/:id/history: one document a firing. */
export const automationHistory: Projection<FiringDocument, FiringEvent | VerdictGiven> = {
  ...firingDocuments,
  version: 5,
  indexes: [
    ['automationId', 'triggeredAt', 'order'],
    ['automationId', 'triggerData.commitSha', 'triggeredAt', 'order'],
    ['organizationId', 'scanId'],
  ],
  handles: {
    AutomationTriggered: true,
    AutomationScanSkipped: true,
    AutomationScanStarted: true,
    AutomationScanSuperseded: true,
    AutomationScanEnded: true,
    AutomationFiringDeleted: true,
    VerdictGiven: true,
  },
  documentIds: ({ data }) => [data.historyId],
  apply(document, event) {
    if (event.type === 'AutomationTriggered') return triggered(event.data, event.position);
    if (event.type === 'AutomationFiringDeleted') return undefined;
    if (event.type === 'VerdictGiven') return document && { ...document, verdict: verdictOf(event) };
    return document && followed(document, event);
  },
};

const verdictOf = ({ data: { verdict, reason, conditions } }: VerdictGiven) => ({
  verdict,
  reason,
  failOn: conditions.failOn,
  branch: conditions.branch,
});

function triggered(
  { historyId, automationId, organizationId, projectId, at, trigger, action }: DataOf<'AutomationTriggered'>,
  order: number,
): FiringDocument {
  return {
    id: historyId,
    automationId,
    organizationId,
    projectId,
    triggeredAt: at,
    order,
    triggerData: trigger,
    note: sourceNote(trigger, action),
    scanId: null,
    status: 'pending',
    duration: 0,
    reason: null,
    supersededBy: null,
    verdict: null,
  };
}

type DataOf<Type extends FiringEvent['type']> = Extract<FiringEvent, { type: Type }>['data'];

function followed(
  document: FiringDocument,
  { type, data }: Exclude<FiringEvent, { type: 'AutomationTriggered' | 'AutomationFiringDeleted' }>,
): FiringDocument {
  switch (type) {
    case 'AutomationScanSkipped':
      return { ...document, status: 'skipped', reason: { code: data.code, reason: data.reason } };
    case 'AutomationScanStarted':
      return { ...document, status: 'running', scanId: data.scanId };
    case 'AutomationScanSuperseded':
      return { ...document, supersededBy: data.by };
    case 'AutomationScanEnded':
      return { ...document, duration: data.duration, ...endOf(document, data) };
  }
}

/** A scan that ended in part is a completed one. One that was canceled for a newer event is skipped. */
function endOf(
  { supersededBy }: FiringDocument,
  { status, error }: DataOf<'AutomationScanEnded'>,
): Pick<FiringDocument, 'status' | 'reason'> {
  if (status === 'failed') return { status, reason: { code: error?.code ?? 'FAILED', reason: error?.message ?? '' } };
  if (status !== 'canceled') return { status: 'completed', reason: null };
  if (supersededBy === null) return { status, reason: null };
  return {
    status: 'skipped',
    reason: { code: 'superseded', reason: `A newer event of the same branch came: ${supersededBy}` },
  };
}
