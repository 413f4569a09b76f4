import { LedgerTime } from '@assay/billing';
import { Tiers } from '@assay/identity';
import { ScanningModule } from '@assay/scanning';
import { Module } from '@nestjs/common';
import { AutomationRegistry } from './automation-registry';
import { AutomationRules } from './automation-rules';
import { CallWebhookHandler } from './commands/call-webhook/call-webhook';
import { ChangeAutomationHandler } from './commands/change-automation/change-automation';
import { CreateAutomationHandler } from './commands/create-automation/create-automation';
import { DeleteAutomationHandler } from './commands/delete-automation/delete-automation';
import { FireAutomationHandler } from './commands/fire-automation/fire-automation';
import { RotateWebhookHandler } from './commands/rotate-webhook/rotate-webhook';
import { BranchTurnKeeper } from './firing/branch-turn-keeper';
import { Firings } from './firing/firings';
import { ScanStarter } from './firing/scan-starter';
import { GetAutomationHandler } from './queries/get-automation/get-automation';
import { ListAutomationHistoryHandler } from './queries/list-automation-history/list-automation-history';
import { ListCommitFiringsHandler } from './queries/list-commit-firings/list-commit-firings';
import { PreviewFiringHandler } from './queries/preview-firing/preview-firing';
import { ListAutomationsHandler } from './queries/list-automations/list-automations';
import { DueTimeAlarm } from './schedule/due-time-alarm';
import { WebhookAddresses } from './webhook-addresses';

@Module({
  imports: [ScanningModule],
  providers: [
    AutomationRegistry,
    AutomationRules,
    BranchTurnKeeper,
    DueTimeAlarm,
    Firings,
    LedgerTime,
    ScanStarter,
    Tiers,
    WebhookAddresses,
    CreateAutomationHandler,
    ChangeAutomationHandler,
    DeleteAutomationHandler,
    RotateWebhookHandler,
    FireAutomationHandler,
    CallWebhookHandler,
    GetAutomationHandler,
    ListAutomationsHandler,
    ListAutomationHistoryHandler,
    ListCommitFiringsHandler,
    PreviewFiringHandler,
  ],
  exports: [AutomationRegistry, DueTimeAlarm, Firings, WebhookAddresses],
})
export class AutomationsModule {}
