import type { Fact } from '@assay/kernel';
import type { AiReport, AiReportFormat } from './ai-report';
import type { IssueFeature, IssueText } from './issue-help';

/** Somebody requested a report of a scan. It is charged next, and then generated. */
export type AiReportRequested = Fact<
  'AiReportRequested',
  {
    readonly at: string;
    readonly reportId: string;
    readonly scanId: string;
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly format: AiReportFormat;
    /** A digest of everything that the report rests on. */
    readonly basis: string;
    /** The features to charge. A feature is paid for once a scan: features that were paid for before are not listed. */
    readonly buys: readonly string[];
    readonly requestedBy: string;
  }
>;

export type AiReportGenerated = Fact<
  'AiReportGenerated',
  { readonly at: string; readonly organizationId: string; readonly projectId: string | null; readonly report: AiReport }
>;

/** The report will not be delivered; its charge is returned. */
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

/** All reports of the scan are deleted for good, together with its project. */
export type AiReportsDeleted = Fact<
  'AiReportsDeleted',
  {
    readonly at: string;
    readonly scanId: string;
    /** The findings whose help is deleted by this event. For many findings there are several events. */
    readonly findingIds?: readonly string[];
  }
>;

/** Somebody requested help with findings of a scan. It is charged next, by the finding, and then written. */
export type IssueHelpRequested = Fact<
  'IssueHelpRequested',
  {
    readonly at: string;
    readonly reportId: string;
    readonly scanId: string;
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly feature: IssueFeature;
    /**
     * The findings to charge. A finding is paid for once, as long as the facts that its help rests on stay the same.
     */
    readonly findingIds: readonly string[];
    readonly requestedBy: string;
  }
>;

/** The written help is delivered; the charge for the rest is returned. */
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

/** The events of the stream `ai-reports-<scan id>`. */
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
