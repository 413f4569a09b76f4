export { INCLUSIONS, type Inclusion } from '@assay/source-text';
export { PROFILES_IN_WORDS, PROFILE_IDS, type ProfileId } from '@assay/analysis';
export { SESSION_WORKER } from './activities/session-activities';
export { EngineSlots } from './activities/engine-slots';
export { ENGINE_RUNNER, type EngineRunner } from './activities/engine-runner';
export { type ListedPart, PackageListing } from './activities/package-listing';
export { SUSPICIOUS_INTERRUPTIONS } from './activities/interruptions';
export { StagingArea } from './activities/staging-area';
export { SweepStaging } from './activities/sweep-staging';
export { ToolCircuits, type ToolHealthDocument, toolHealthDocuments } from './breakers/tool-circuits';
export * from './commands/cancel-session/cancel-session';
export * from './commands/cancel-scan/cancel-scan';
export * from './commands/start-session/start-session';
export { ReceiveUpload } from './commands/receive-upload/receive-upload';
export { type CircuitStanding, afterFailure, afterProbe, afterSuccess, closedCircuit } from './domain/circuit';
export type { CircuitProbed } from './domain/circuit-probe';
export { SESSION_CATEGORIES } from './domain/plan';
export { type ScanConfiguration } from './configuration/configuration';
export { ConfigurationInvalid, readConfiguration } from './configuration/read-configuration';
export { CONFIGURATION_SCHEMA } from './configuration/schema';
export { configured } from './configuration/configured';
export { projectConfiguration } from './configuration/project-configuration';
export { DEFAULT_PROFILE, type SessionDecisions, profileOf } from './domain/session-decisions';
export * from './domain/session-events';
export type { QueueCarried, SessionAdmitted, SessionQueueEvent } from './domain/session-queue';
export { type Limit, MAX_CONCURRENT, TOOL_TIMEOUT } from './domain/session-limits';
export type { SessionTarget, SourceKind } from './domain/session-target';
export type { ReceivedUpload } from './domain/upload';
export * from './queries/compare-scans/compare-scans';
export { JudgeScan } from './queries/judge-scan/judge-scan';
export * from './queries/get-report/get-report';
export * from './queries/get-scan/get-scan';
export { GetScanLine } from './queries/get-scan-line/get-scan-line';
export * from './queries/get-scan-owner/get-scan-owner';
export * from './queries/get-receipt/get-receipt';
export * from './queries/get-session/get-session';
export * from './queries/list-reports/list-reports';
export * from './queries/list-scans/list-scans';
export * from './queries/list-sessions/list-sessions';
export * from './queries/get-scan-purchase/get-scan-purchase';
export { PlanSession } from './queries/plan-session/plan-session';
export * from './queries/session-ends/session-ends';
export { SettledSessions } from './queries/settled-sessions/settled-sessions';
export {
  SCAN_STATUSES,
  type ScanDocument,
  type ScanStatus,
  type ToolDurationDocument,
  scanDocuments,
  toolDurationDocuments,
} from './queries/scan-document';
export * from './queries/session-document';
export * from './queries/shown-texts';
export * from './queries/session-view';
export { startOf } from './queue/session-bounds';
export * from './queue/session-queues';
export * from './reactors/delete-project-results.reactor';
export * from './reactors/queue-sessions.reactor';
export * from './reactors/refund-unstarted-sessions.reactor';
export * from './reactors/cancel-workflows.reactor';
export * from './reactors/compare-findings.reactor';
export * from './reactors/start-workflows.reactor';
export { csvReport } from './reports/csv-report';
export { HTML_REPORT_POLICY } from './reports/html/html-policy';
export { htmlReport } from './reports/html/html-report';
export { jsonReport } from './reports/json-report';
export { junitReport } from './reports/junit-report';
export { excusedTools, missingReason } from './reports/missing-reason';
export { type NotKept, notKeptOf, notKeptText } from './reports/not-kept';
export { ReportPrinter } from './reports/report-printer';
export { type ReportContent, type ReportStatus, REPORT_STATUSES, foundNothing } from './reports/report';
export { type RulePageOf, rulePages } from './reports/rule-pages';
export { MAX_RESULTS } from './reports/sarif-parts';
export { sarifReport } from './reports/sarif-report';
export { SHARED_REPORTS_PATH, SharedReports } from './reports/shared-reports';
export { rolesText } from './reports/roles-text';
export { suppressionsText } from './reports/suppressions-text';
export { unseenText } from './reports/unseen-text';
export {
  suppressionsDocument,
  suppressionsOf,
  withUnused,
} from './queries/session-suppressions';
export * from './scanning.module';
export * from './tool-catalogue';
export { sessionUpcasts } from './upcasts';
export { targetForms, textTarget, uploadTarget } from './targets/command-line-target';
export { shownSourceTypes, shownTargetFields, targetView } from './targets/describe-target';
export { CATALOGUED_AS, SCAN_FIELDS, SCAN_FORMS, SOURCE_TYPES, namingField, scanTarget } from './targets/scan-target';
export { SESSION_FIELDS, namedTarget } from './targets/session-source';
export { TARGET_SOURCES, type TargetSources, requireSafeRoots } from './targets/target-sources';
export { lineAtStart, preparedBranch } from './lifecycle/line-of-session';
