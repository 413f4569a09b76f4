export { AiReportsModule } from './ai-reports.module';
export * from './commands/generate-ai-report/generate-ai-report';
export {
  AI_REPORT_FORMATS,
  COMPLIANCE,
  TRENDS,
  type AiReport,
  type AiReportFormat,
} from './domain/ai-report';
export * from './commands/explain-issues/explain-issues';
export { type IssueFeature, MOST_ISSUES } from './domain/issue-help';
export {
  type AiReportEvent,
  type AiReportGenerated,
  type AiReportsDeleted,
  type IssueHelpDelivered,
  aiReportsStream,
  scanOfAiReports,
} from './domain/ai-report-events';
export { RISK_LEVELS } from './domain/weights';
export * from './queries/get-ai-report/documents';
export * from './queries/get-ai-report/get-ai-report';
export * from './queries/get-issue-help/documents';
export * from './queries/get-issue-help/get-issue-help';
export * from './queries/settled-ai-reports/settled-ai-reports';
export { deleteProjectAiReports } from './reactors/delete-project-ai-reports.reactor';
export { settleAiReports } from './reactors/settle-ai-reports.reactor';
