import { type FollowedPlatform, PROCESS_STATE } from '@assay/platform';
import { FOLLOWED_READ_MODELS } from '@assay/read-models';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AiReportsController } from './ai-reports/ai-reports.controller';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { AuditKeysController } from './audit-keys/audit-keys.controller';
import { AutomationWebhooksController } from './automations/automation-webhooks.controller';
import { AutomationsController } from './automations/automations.controller';
import { BillingController } from './billing/billing.controller';
import { FindingsController } from './findings/findings.controller';
import { HealthController } from './health/health.controller';
import { ApiKeyGuard } from './http/api-key.guard';
import { IdempotencyGuard } from './http/idempotency.guard';
import { IdempotencyRecords } from './http/idempotency-records';
import { ReadYourWrites } from './http/read-your-writes';
import { IntegrationsController } from './integrations/integrations.controller';
import { Comparisons } from './findings/comparisons';
import { CheckoutReturnController } from './payments/checkout-return.controller';
import { CreditPackagesController } from './payments/credit-packages.controller';
import { PaymentWebhooksController } from './payments/payment-webhooks.controller';
import { SandboxCheckoutController } from './payments/sandbox-checkout.controller';
import { NotificationsController } from './notifications/notifications.controller';
import { ProjectResults } from './projects/project-results';
import { ProjectsController } from './projects/projects.controller';
import { ReportAnswers } from './reports/report-answers';
import { ReportsController } from './reports/reports.controller';
import { SharedReportsController } from './reports/shared-reports.controller';
import { ScansController } from './scans/scans.controller';
import { OpenStreams } from './sessions/open-streams';
import { SessionEventStream } from './sessions/session-event-stream';
import { SessionsController } from './sessions/sessions.controller';
import { SubscriptionController } from './subscription/subscription.controller';
import { ToolsController } from './tools/tools.controller';
import { UploadsController } from './uploads/uploads.controller';
import { WebhookEndpointsController } from './webhook-endpoints/webhook-endpoints.controller';
import { WebhooksController } from './webhooks/webhooks.controller';

/** The controllers, and what every request passes. */
@Module({})
export class HttpApiModule {
  /** @param contexts the bounded contexts, which handle the commands and queries that controllers send */
  static forRoot(platform: FollowedPlatform, contexts: DynamicModule): DynamicModule {
    return {
      module: HttpApiModule,
      imports: [contexts],
      controllers: [
        ProjectsController,
        AutomationsController,
        AutomationWebhooksController,
        ScansController,
        SessionsController,
        FindingsController,
        // Before the reports: `ai` is no id of one.
        AiReportsController,
        ReportsController,
        SharedReportsController,
        BillingController,
        CreditPackagesController,
        SandboxCheckoutController,
        CheckoutReturnController,
        PaymentWebhooksController,
        AuditKeysController,
        SubscriptionController,
        ApiKeysController,
        IntegrationsController,
        NotificationsController,
        WebhookEndpointsController,
        ToolsController,
        UploadsController,
        WebhooksController,
        HealthController,
      ],
      providers: [
        { provide: FOLLOWED_READ_MODELS, useValue: platform.readModels },
        { provide: PROCESS_STATE, useValue: platform.state },
        ReadYourWrites,
        OpenStreams,
        ProjectResults,
        Comparisons,
        SessionEventStream,
        ReportAnswers,
        IdempotencyRecords,
        // In this order: the second one needs to know who calls.
        { provide: APP_GUARD, useClass: ApiKeyGuard },
        { provide: APP_GUARD, useClass: IdempotencyGuard },
      ],
    };
  }
}
