import type { Fact } from '@assay/kernel';
import type { AiReport, AiReportFormat } from './ai-report';
import type { IssueFeature, IssueText } from './issue-help';

/** Somebody asked for a report of a scan. It is charged next, and generated after that. */
export type AiReportRequested = Fact<
  'AiReportRequested',
  {
    readonly at: string;
    readonly reportId: string;
    readonly scanId: string;
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly format: AiReportFormat;
    /** Changes with all that the report rests on. */
    readonly basis: string;
    /** What is charged. A feature is paid once a scan: those that were paid before are not among them. */
    readonly buys: readonly string[];
    readonly requestedBy: string;
  }
>;

export type AiReportGenerated = Fact<
  'AiReportGenerated',
  { readonly at: string; readonly organizationId: string; readonly projectId: string | null; readonly report: AiReport }
>;

/** There will be no such report; what was charged for it comes back. */
export type AiReportAbandoned = Fact<
  'AiReportAbandoned',
  {
    readonly at: string;
    readonly reportId: string;
    /** `lost`: the process that generated it sends no more signs. */
    readonly reason: 'unpaid' | 'model_failed' | 'failed' | 'lost';
    readonly message: string;
  }
>;

/** All reports of the scan are gone for good, with the project that it belonged to. */
export type AiReportsDeleted = Fact<
  'AiReportsDeleted',
  {
    readonly at: string;
    readonly scanId: string;
    /** Findings whose help is gone with this event. Where there are many, several events name them. */
    readonly findingIds?: readonly string[];
  }
>;

/** Somebody asked for help with findings of a scan. It is charged next, by the finding, and written after that. */
export type IssueHelpRequested = Fact<
  'IssueHelpRequested',
  {
    readonly at: string;
    readonly reportId: string;
    readonly scanId: string;
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly feature: IssueFeature;
    /** What is charged. A finding is paid once, as long as nothing changes that its help rests on. */
    readonly findingIds: readonly string[];
    readonly requestedBy: string;
  }
>;

/** What was written is delivered; what was charged for the rest comes back. */
export type IssueHelpDelivered = Fact<
  'IssueHelpDelivered',
  {
    readonly at: string;
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly scanId: string;
    readonly reportId: string;
    readonly feature: IssueFeature;
    readonly texts: readonly IssueText[];
    readonly missing: readonly string[];
  }
>;

/** What the stream `ai-reports-<scan id>` holds. */
export type AiReportEvent =
  | AiReportRequested
  | AiReportGenerated
  | AiReportAbandoned
  | IssueHelpRequested
  | IssueHelpDelivered
  | AiReportsDeleted;

const STREAM_PREFIX = 'ai-reports-';
export const aiReportsStream = (scanId: string): string => `${STREAM_PREFIX}${scanId}`;
export const scanOfAiReports = (stream: string): string => stream.slice(STREAM_PREFIX.length);
