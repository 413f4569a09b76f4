import type { Command, Query } from '@nestjs/cqrs';
import type { GiveQuote } from '../../billing/src/commands/give-quote/give-quote';
import type { Audit } from '../../billing/src/queries/audit/audit';
import type { Subscription } from '../../billing/src/queries/subscription/subscription';
import type { Usage } from '../../billing/src/queries/usage/usage';
import type { PreviewFiring } from '../../automations/src/queries/preview-firing/preview-firing';
import type { FiringTrigger } from '../../automations/src/domain/firing';
import type { AutomationDocument } from '../../automations/src/queries/documents';
import type { GetReceipt } from '../../scanning/src/queries/get-receipt/get-receipt';
import type { Automation, AutomationHistory, AutomationTested } from '../src/automations/automations.responses';
import type { AuditAnswer } from '../src/billing/audit.responses';
import type { QuoteAnswer } from '../src/billing/quote.responses';
import type { UsageAnswer } from '../src/billing/usage.responses';
import type { SessionReceiptAnswer } from '../src/sessions/receipt.responses';
import type { FindingView } from '../../findings/src/queries/finding-view';
import type { GetTrend } from '../../findings/src/queries/get-trend/get-trend';
import type { CreateWebhook } from '../../notifications/src/commands/create-webhook/create-webhook';
import type { GetNotificationSettings } from '@assay/notifications';
import type { Finding } from '../src/findings/findings.responses';
import type { NotificationSettings } from '../src/notifications/notifications.responses';
import type { ProjectTrend } from '../src/projects/trend.responses';
import type { WebhookSecretAnswer } from '../src/webhook-endpoints/webhook-endpoints.responses';
import type { OverageView } from '../../billing/src/queries/overage-view';
import type { BillingStatusView } from '../../billing/src/queries/billing-status/billing-status';
import type { CreditPackageView } from '../../billing/src/queries/credit-packages/credit-packages';
import type { AutoTopupView } from '../../billing/src/queries/subscription/auto-topup-view';
import type { ApiKeyView } from '../../identity/src/queries/documents';
import type { IntegrationView } from '../../integrations/src/queries/integration-view';
import type { ChatChannelView } from '../../notifications/src/queries/notification-settings/chat-channel-view';
import type { WebhookView } from '../../notifications/src/queries/list-webhooks/webhook-view';
import type { DecisionView } from '../../findings/src/queries/list-decisions/list-decisions';
import type { FindingGroupView } from '../../findings/src/queries/list-finding-groups/list-finding-groups';
import type { ComparedScanView } from '../../scanning/src/queries/compare-scans/compare-scans';
import type { ScanView } from '../../scanning/src/queries/scan-view';
import type { SessionProgressView, SessionView, ToolReportView } from '../../scanning/src/queries/session-view';
import type { ApiKey } from '../src/api-keys/api-keys.responses';
import type { BillingStatusAnswer, CreditPackageAnswer, Overage } from '../src/billing/billing.responses';
import type { DecisionList } from '../src/findings/decisions.responses';
import type { FindingGroupList } from '../src/findings/findings.responses';
import type { Integration } from '../src/integrations/integrations.responses';
import type { ChatChannel } from '../src/notifications/notifications.responses';
import type { ScanComparison } from '../src/scans/comparison.responses';
import type { Scan } from '../src/scans/scans.responses';
import type { SessionFull } from '../src/sessions/sessions.responses';
import type { SubscriptionAnswer } from '../src/subscription/subscription.responses';
import type { Webhook } from '../src/webhook-endpoints/webhook-endpoints.responses';

/** The result of a query or a command. */
type AnswerTo<Asked> = Asked extends Query<infer Answer> | Command<infer Answer> ? Answer : never;

/** Names of fields that one shape has and the other lacks, at any depth; never if it has them all. */
type Lacking<One, Other> = One extends readonly (infer Item)[]
  ? Other extends readonly (infer Each)[]
    ? Lacking<Item, Each>
    : never
  : One extends object
    ? {
        [Name in keyof One]-?: Name extends keyof Other
          ? Lacking<NonNullable<One[Name]>, NonNullable<Other[Name]>>
          : Name;
      }[keyof One]
    : never;

type Differing<View, Documented> = Lacking<View, Documented> | Lacking<Documented, View>;

/** Does not compile without an argument if the shapes differ; the error names a missing field. */
const same = <View, Documented>(
  ..._differing: [Differing<View, Documented>] extends [never] ? [] : [Differing<View, Documented>]
): void => undefined;

/**
 * The result of a query and the class that documents it must have the same fields. A context must not know of HTTP, so
 * each side has its own type. Where a controller returns one as the other, the compiler checks that the types agree,
 * but not that there is an additional field, which would be served without documentation. This function is never run:
 * `npm run typecheck` is the check.
 */
export function documentedViews(): void {
  same<SessionView, SessionFull>();
  same<SessionProgressView, SessionFull['progress']>();
  same<ToolReportView, SessionFull['toolReports'][string]>();
  same<ScanView, Omit<Scan, 'verdict'>>();
  same<ComparedScanView, ScanComparison['from']>();
  same<FindingGroupView, FindingGroupList['groups'][number]>();
  same<DecisionView, DecisionList['decisions'][number]>();
  same<ApiKeyView, ApiKey>();
  same<IntegrationView, Omit<Integration, 'webhookUrl'>>();
  same<ChatChannelView, ChatChannel>();
  same<WebhookView, Webhook>();
  same<OverageView, Overage>();
  same<BillingStatusView, BillingStatusAnswer>();
  same<CreditPackageView, CreditPackageAnswer>();
  same<AutoTopupView, SubscriptionAnswer['autoTopup']>();
  same<AnswerTo<Subscription>, SubscriptionAnswer>();
  same<AnswerTo<GetReceipt>, SessionReceiptAnswer>();
  same<AnswerTo<Usage>, UsageAnswer>();
  same<AnswerTo<Audit>, AuditAnswer>();
  same<AnswerTo<GiveQuote>, QuoteAnswer>();
  same<
    Omit<AutomationDocument, 'webhookAddress' | 'webhookToken' | 'trigger' | 'action'>,
    Omit<Automation, 'webhookUrl' | 'trigger' | 'action'>
  >();
  same<FiringTrigger, AutomationHistory['history'][number]['triggerData']>();
  same<AnswerTo<GetTrend>, ProjectTrend>();
  same<AnswerTo<GetNotificationSettings>, NotificationSettings>();
  same<AnswerTo<CreateWebhook>, WebhookSecretAnswer>();
  same<Omit<FindingView, 'fix' | 'trace' | 'snippet'>, Finding>();
  same<NonNullable<AnswerTo<PreviewFiring>['scan']>, NonNullable<AutomationTested['scan']>>();
}
