import { type Refusal, type Result, ok, passedOver, refuse } from '@assay/kernel';
import { type AiReport, type AiReportFormat, featuresOf, hasAllOf } from './ai-report';
import type {
  AiReportAbandoned,
  AiReportEvent,
  AiReportRequested,
  IssueHelpDelivered,
  IssueHelpRequested,
} from './ai-report-events';
import type { IssueFeature, IssueText } from './issue-help';

interface Pending {
  readonly reportId: string;
  readonly requestedAt: string;
  readonly buys: readonly string[];
  /** For help with findings: the request that is charged. */
  readonly help?: HelpRequested;
}
export type HelpRequested = Pick<IssueHelpRequested['data'], 'feature' | 'findingIds'>;

/** The reports of one scan. */
export interface ScanReports {
  /** The report that is being generated. */
  readonly pending: Pending | undefined;
  /** The newest report of each format. */
  readonly generated: Readonly<Partial<Record<AiReportFormat, Generated>>>;
  /** Every report of the scan that was delivered, by id. */
  readonly delivered: ReadonlySet<string>;
  readonly abandoned: ReadonlySet<string>;
  /** Features that delivered reports paid for. */
  readonly paid: ReadonlySet<string>;
  /** The newest text about each finding, by feature and finding. */
  readonly help: ReadonlyMap<string, IssueText>;
  /** Help with findings that was delivered, by its id. */
  readonly helped: ReadonlyMap<string, Helped>;
  readonly deleted: boolean;
}
/** How many findings were charged, and the charged findings without a text. */
export interface Helped {
  readonly feature: IssueFeature;
  readonly charged: number;
  readonly missing: readonly string[];
}
interface Generated {
  readonly basis: string;
  readonly report: AiReport;
}

interface Folding extends ScanReports {
  readonly basis: string;
}

const none: Folding = {
  pending: undefined,
  generated: {},
  delivered: new Set(),
  abandoned: new Set(),
  paid: new Set(),
  help: new Map(),
  helped: new Map(),
  deleted: false,
  basis: '',
};

function evolve(state: Folding, event: AiReportEvent): Folding {
  switch (event.type) {
    case 'AiReportRequested': {
      const { reportId, at, buys, basis } = event.data;
      return { ...state, pending: { reportId, requestedAt: at, buys }, basis };
    }
    case 'AiReportGenerated': {
      const { report } = event.data;
      return {
        ...state,
        pending: undefined,
        delivered: new Set([...state.delivered, report.reportId]),
        generated: { ...state.generated, [report.format]: { basis: state.basis, report } },
        paid: new Set([...state.paid, ...(state.pending?.buys ?? [])]),
      };
    }
    case 'IssueHelpRequested': {
      const { reportId, at, feature, findingIds } = event.data;
      return { ...state, pending: { reportId, requestedAt: at, buys: [], help: { feature, findingIds } } };
    }
    case 'IssueHelpDelivered': {
      const { reportId, feature, texts, missing } = event.data;
      return {
        ...state,
        pending: undefined,
        delivered: new Set([...state.delivered, reportId]),
        help: new Map([...state.help, ...texts.map((text) => [helpKey(feature, text.findingId), text] as const)]),
        helped: new Map([...state.helped, [reportId, { feature, charged: texts.length + missing.length, missing }]]),
      };
    }
    case 'AiReportAbandoned':
      return { ...state, pending: undefined, abandoned: new Set([...state.abandoned, event.data.reportId]) };
    case 'AiReportsDeleted': {
      const gone = new Set(event.data.findingIds);
      const help = new Map([...state.help].filter(([, { findingId }]) => !gone.has(findingId)));
      return { ...none, delivered: state.delivered, helped: state.helped, help, deleted: true };
    }
    default:
      return passedOver(state, event);
  }
}

const helpKey = (feature: IssueFeature, findingId: string): string => `${feature}/${findingId}`;

/** The text about a finding, if its facts are still the same. */
export function helpOf(
  { help }: ScanReports,
  feature: IssueFeature,
  { findingId, basis }: Pick<IssueText, 'findingId' | 'basis'>,
): IssueText | undefined {
  const text = help.get(helpKey(feature, findingId));
  return text?.basis === basis ? text : undefined;
}

/** The request under this id that is not delivered yet. Its charge names exactly these findings. */
export const helpRequested = ({ pending }: ScanReports, reportId: string): HelpRequested | undefined =>
  pending?.reportId === reportId ? pending.help : undefined;

export const model = { initial: none, evolve };

/** After so many milliseconds nobody is generating a requested report any longer: a generation ends long before. */
export const LEASE = 180_000;

const isLost = ({ requestedAt }: Pending, at: string): boolean => Date.parse(at) - Date.parse(requestedAt) > LEASE;

/** A generated report that includes all that is requested, of the same findings and by the same writer. */
export function reusable(state: ScanReports, format: AiReportFormat, basis: string): AiReport | undefined {
  return generatedOf(state)
    .filter(({ basis: of, report }) => of === basis && hasAllOf(report.format, format))
    .map(({ report }) => report)[0];
}

const generatedOf = ({ generated }: ScanReports): Generated[] =>
  Object.values(generated).filter((one) => one !== undefined);

export const reportOf = (state: ScanReports, reportId: string): AiReport | undefined =>
  generatedOf(state).find(({ report }) => report.reportId === reportId)?.report;

/**
 * Requests a report. It is refused while another report of the scan is being generated, since only its end tells which
 * features are paid for. A lost report is abandoned first. The same request again changes nothing.
 *
 * @param paidBySession features that the scan itself was charged for
 */
export function request(
  command: Omit<AiReportRequested['data'], 'buys'> & { readonly paidBySession: readonly string[] },
  state: ScanReports,
): Result<readonly AiReportEvent[], Refusal> {
  const { paidBySession, ...data } = command;
  const cleared = turnOf(data, state);
  if (!cleared.ok) return cleared;
  const buys = featuresOf(data.format).filter(
    (feature) => !paidBySession.includes(feature) && !state.paid.has(feature),
  );
  if (state.pending?.reportId === data.reportId) return ok([]);
  return ok([...cleared.value, { type: 'AiReportRequested', data: { ...data, buys } }]);
}

/** Requests help with findings, on the same terms: one text about a scan is written at a time. */
export function requestHelp(
  data: IssueHelpRequested['data'],
  state: ScanReports,
): Result<readonly AiReportEvent[], Refusal> {
  const cleared = turnOf(data, state);
  if (!cleared.ok || state.pending?.reportId === data.reportId) return cleared;
  return ok([...cleared.value, { type: 'IssueHelpRequested', data }]);
}

/** Records the texts, if this request is still the pending one. */
export const deliverHelp = (data: IssueHelpDelivered['data'], { pending }: ScanReports): AiReportEvent[] =>
  pending?.reportId === data.reportId ? [{ type: 'IssueHelpDelivered', data }] : [];

/** Abandons a lost request, or refuses while another one is pending. */
function turnOf(
  { reportId, at }: { readonly reportId: string; readonly at: string },
  state: ScanReports,
): Result<readonly AiReportEvent[], Refusal> {
  const { pending } = state;
  if (state.deleted) return refuse({ code: 'SCAN_NOT_FOUND', message: 'Scan not found' });
  if (pending === undefined || pending.reportId === reportId) return ok([]);
  if (!isLost(pending, at))
    return refuse({
      code: 'CONFLICT',
      message: 'An AI report of this scan is being generated: try again when it is done, in a minute at most',
    });
  return ok(abandon({ reportId: pending.reportId, at, reason: 'lost', message: LOST }, state));
}

const LOST = 'nobody generated it within three minutes';

/** Records the report, if it is still the one that is being generated. */
export function deliver(
  command: {
    readonly at: string;
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly report: AiReport;
  },
  { pending }: ScanReports,
): AiReportEvent[] {
  return pending?.reportId === command.report.reportId ? [{ type: 'AiReportGenerated', data: command }] : [];
}

/** Gives up the report, if it is still being generated. */
export function abandon(data: AiReportAbandoned['data'], { pending }: ScanReports): AiReportEvent[] {
  return pending?.reportId === data.reportId ? [{ type: 'AiReportAbandoned', data }] : [];
}

/** The most findings that one event names, so that it stays small. */
const FINDINGS_AN_EVENT = 5_000;

/**
 * Deletes the reports, the pending one, and help with as many findings as one event names. When it returns no event,
 * nothing is left to delete.
 */
export function remove(
  { at, scanId }: { readonly at: string; readonly scanId: string },
  { deleted, help }: ScanReports,
): AiReportEvent[] {
  const helped = [...new Set([...help.values()].map(({ findingId }) => findingId))];
  if (deleted && helped.length === 0) return [];
  return [{ type: 'AiReportsDeleted', data: { at, scanId, findingIds: helped.slice(0, FINDINGS_AN_EVENT) } }];
}

export const abandonedAsLost = (reportId: string, at: string): AiReportAbandoned['data'] => ({
  reportId,
  at,
  reason: 'lost',
  message: LOST,
});
