import { runPassWithRepair } from '@assay/analysis';
import { type Settings, SETTINGS } from '@assay/kernel';
import { Tiers } from '@assay/identity';
import { Module } from '@nestjs/common';
import { join } from 'node:path';
import { Charge } from './activities/charge';
import { DiskRoom } from './activities/disk-room';
import { EngineSlots } from './activities/engine-slots';
import { FindingsLog } from './activities/findings-log';
import { PackageListing } from './activities/package-listing';
import { Prepare, STAGING_OPTIONS } from './activities/prepare';
import { RecordToolRun } from './activities/record-tool-run';
import { ENGINE_RUNNER } from './activities/engine-runner';
import { RunPass } from './activities/run-pass';
import { SESSION_WORKER, sessionWorker } from './activities/session-activities';
import { SessionLog } from './activities/session-log';
import { Settle } from './activities/settle';
import { StagingArea } from './activities/staging-area';
import { SweepStaging } from './activities/sweep-staging';
import { ToolCircuits } from './breakers/tool-circuits';
import { ToolProbe } from './breakers/tool-probe';
import { ToolProbes } from './breakers/tool-probes';
import { CancelScanHandler } from './commands/cancel-scan/cancel-scan';
import { CancelSessionHandler } from './commands/cancel-session/cancel-session';
import { SessionPlanning } from './commands/start-session/session-planning';
import { StartSessionHandler } from './commands/start-session/start-session';
import { JudgeScanHandler } from './queries/judge-scan/judge-scan';
import { SessionQueues } from './queue/session-queues';
import { CompareScansHandler } from './queries/compare-scans/compare-scans';
import { GetReportHandler } from './queries/get-report/get-report';
import { GetScanHandler } from './queries/get-scan/get-scan';
import { GetScanLineHandler } from './queries/get-scan-line/get-scan-line';
import { GetScanOwnerHandler } from './queries/get-scan-owner/get-scan-owner';
import { GetScanPurchaseHandler } from './queries/get-scan-purchase/get-scan-purchase';
import { GetReceiptHandler } from './queries/get-receipt/get-receipt';
import { GetSessionHandler } from './queries/get-session/get-session';
import { ListReportsHandler } from './queries/list-reports/list-reports';
import { PlanSessionHandler } from './queries/plan-session/plan-session';
import { ReportPrinter } from './reports/report-printer';
import { SharedReports } from './reports/shared-reports';
import { ListScansHandler } from './queries/list-scans/list-scans';
import { ListSessionsHandler } from './queries/list-sessions/list-sessions';
import { SessionEndsHandler } from './queries/session-ends/session-ends';
import { SettledSessionsHandler } from './queries/settled-sessions/settled-sessions';
import { TargetsModule } from './targets/targets.module';
import { ScanEstimates } from './queries/scan-estimates';
import { installedCatalogue, TOOL_CATALOGUE, type ToolCatalogue } from './tool-catalogue';

@Module({
  imports: [TargetsModule],
  providers: [
    SessionPlanning,
    StartSessionHandler,
    JudgeScanHandler,
    PlanSessionHandler,
    CancelSessionHandler,
    GetSessionHandler,
    GetReceiptHandler,
    ListSessionsHandler,
    SessionEndsHandler,
    SettledSessionsHandler,
    GetScanLineHandler,
    GetScanOwnerHandler,
    GetScanPurchaseHandler,
    CancelScanHandler,
    CompareScansHandler,
    GetScanHandler,
    ListScansHandler,
    GetReportHandler,
    ListReportsHandler,
    ReportPrinter,
    SharedReports,
    ScanEstimates,
    { provide: ENGINE_RUNNER, useValue: runPassWithRepair },
    { provide: TOOL_CATALOGUE, useFactory: installedCatalogue },
    {
      provide: StagingArea,
      useFactory: (settings: Settings) => new StagingArea(join(settings.dataDir, 'staging')),
      inject: [SETTINGS],
    },
    {
      provide: DiskRoom,
      useFactory: (settings: Settings) => new DiskRoom(join(settings.dataDir, 'staging'), settings.freeDiskMb),
      inject: [SETTINGS],
    },
    {
      provide: EngineSlots,
      useFactory: (settings: Settings) => new EngineSlots({ concurrency: settings.engineSlots }),
      inject: [SETTINGS],
    },
    {
      provide: STAGING_OPTIONS,
      useFactory: (catalogue: ToolCatalogue) => catalogue.stagingOptions,
      inject: [TOOL_CATALOGUE],
    },
    Tiers,
    SessionQueues,
    SessionLog,
    ToolCircuits,
    ToolProbe,
    ToolProbes,
    FindingsLog,
    PackageListing,
    SweepStaging,
    Prepare,
    Charge,
    RunPass,
    RecordToolRun,
    Settle,
    sessionWorker,
  ],
  exports: [
    TargetsModule,
    ReportPrinter,
    SharedReports,
    SessionQueues,
    SESSION_WORKER,
    TOOL_CATALOGUE,
    ToolCircuits,
    StagingArea,
    SweepStaging,
    PackageListing,
  ],
})
export class ScanningModule {}
