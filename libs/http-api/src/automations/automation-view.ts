import type { AutomationDocument, FiringDocument } from '@assay/automations';
import type { Automation, AutomationHistory } from './automations.responses';

/**
 * @param address of this service, without a slash at its end
 * @param token the secret end of the automation's own address; null if it has none, or the caller must not see it
 */
export function automationView(document: AutomationDocument, address: string, token: string | null): Automation {
  const { webhookAddress: _, webhookToken: __, trigger, action, ...shown } = document;
  return {
    ...shown,
    trigger: { ...trigger },
    action: { ...action },
    webhookUrl: token === null ? null : `${address}/api/webhooks/automations/${token}`,
  };
}

export function historyEntry({
  id,
  automationId,
  triggeredAt,
  triggerData,
  scanId,
  status,
  duration,
  reason,
  note,
  verdict,
}: FiringDocument): AutomationHistory['history'][number] {
  return {
    id,
    automationId,
    triggeredAt,
    triggerData: { commitSha: null, branch: null, author: null, ...triggerData },
    scanId,
    status,
    duration,
    note,
    reason: reason && { code: reason.code, message: reason.reason },
    verdict: verdict && { verdict: verdict.verdict, reason: verdict.reason },
  };
}
