import { BillingModule } from '@assay/billing';
import { FindingsModule } from '@assay/findings';
import { IdentityModule } from '@assay/identity';
import { IntegrationsModule } from '@assay/integrations';
import { type FollowedPlatform, type Platform, PlatformModule, PROCESS_STATE } from '@assay/platform';
import { FOLLOWED_READ_MODELS } from '@assay/read-models';
import { ProjectsModule } from '@assay/projects';
import { ScanningModule } from '@assay/scanning';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { BillingController } from './billing/billing.controller';
import { FindingsController } from './findings/findings.controller';
import { HealthController } from './health/health.controller';
import { ApiKeyGuard } from './http/api-key.guard';
import { IdempotencyGuard } from './http/idempotency.guard';
import { IdempotencyRecords } from './http/idempotency-records';
import { ReadYourWrites } from './http/read-your-writes';
import { IntegrationsController } from './integrations/integrations.controller';
import { ProjectsController } from './projects/projects.controller';
import { ReportAnswers } from './reports/report-answers';
import { ReportsController } from './reports/reports.controller';
import { ScansController } from './scans/scans.controller';
import { SessionEventStream } from './sessions/session-event-stream';
import { SessionsController } from './sessions/sessions.controller';
import { ToolsController } from './tools/tools.controller';
import { UploadsController } from './uploads/uploads.controller';

const CONTEXTS = [IdentityModule, IntegrationsModule, ProjectsModule, BillingModule, ScanningModule, FindingsModule];

/** The contexts without HTTP: what a command of the command line needs. */
@Module({})
export class ContextsModule {
  static on(platform: Platform): DynamicModule {
    return {
      module: ContextsModule,
      imports: [CqrsModule.forRoot(), PlatformModule.of(platform), ...CONTEXTS],
      exports: CONTEXTS,
    };
  }
}

@Module({})
export class AppModule {
  static on(platform: FollowedPlatform): DynamicModule {
    return {
      module: AppModule,
      imports: [ContextsModule.on(platform)],
      controllers: [
        ProjectsController,
        ScansController,
        SessionsController,
        FindingsController,
        ReportsController,
        BillingController,
        ApiKeysController,
        IntegrationsController,
        ToolsController,
        UploadsController,
        HealthController,
      ],
      providers: [
        { provide: FOLLOWED_READ_MODELS, useValue: platform.readModels },
        { provide: PROCESS_STATE, useValue: platform.state },
        ReadYourWrites,
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
