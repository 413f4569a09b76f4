export { AutomationRegistry } from './automation-registry';
export { AutomationsModule } from './automations.module';
export { CallWebhook } from './commands/call-webhook/call-webhook';
export { ChangeAutomation } from './commands/change-automation/change-automation';
export { CreateAutomation } from './commands/create-automation/create-automation';
export { DeleteAutomation } from './commands/delete-automation/delete-automation';
export { type Fired, FireAutomation, type FiringRequest } from './commands/fire-automation/fire-automation';
export { RotateWebhook } from './commands/rotate-webhook/rotate-webhook';
export { type AutomationEvent, NO_ADDRESS } from './domain/automation';
export * from './domain/automation-fields';
export { GROUP_AND_NAME, OWNER_AND_NAME, PULL_REQUEST_EVENTS } from './domain/checked-trigger';
export type {
  AutomationFiringDeleted,
  AutomationTriggered,
  FiringEvent,
  FiringTrigger,
  SkipReason,
} from './domain/firing';
export { statusNameOf } from './domain/status-name';
export { FIRING_STATUSES, type FiringStatus } from './domain/firing-status';
export { isOfAnotherRepository, sourceNote } from './firing/scan-source';
export { Firings } from './firing/firings';
export {
  type AutomationDocument,
  type FiringDocument,
  automationDocuments,
  firingDocuments,
} from './queries/documents';
export { GetAutomation } from './queries/get-automation/get-automation';
export { ListAutomationHistory } from './queries/list-automation-history/list-automation-history';
export { ListAutomations } from './queries/list-automations/list-automations';
export { ListCommitFirings } from './queries/list-commit-firings/list-commit-firings';
export { PreviewFiring } from './queries/preview-firing/preview-firing';
export { deleteAutomationHistory } from './reactors/delete-automation-history.reactor';
export { deleteProjectAutomations } from './reactors/delete-project-automations.reactor';
export { fireAutomations } from './reactors/fire-automations.reactor';
export { followAutomationScans } from './reactors/follow-automation-scans.reactor';
export { keepSchedules } from './reactors/keep-schedules.reactor';
export { alignSchedules } from './schedule/align-schedules';
export { DueTimeAlarm } from './schedule/due-time-alarm';
export { WebhookAddresses } from './webhook-addresses';
