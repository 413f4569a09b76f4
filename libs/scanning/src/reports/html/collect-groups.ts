import type { FindingView } from '@assay/findings';
import { SEVERITIES, type Severity } from '@assay/kernel';
import { type SeverityNumbers, noFindings } from './charts';

/** A group shows so many of its findings with their code. */
export const EXAMPLES = 5;
/** The number of further places listed for each group, and for all groups together. Places beyond that are counted. */
export interface PlacesListed {
  readonly ofGroup: number;
  readonly ofAll: number;
}
/** A browser opens so many within a second. */
export const PLACES_ON_SCREEN: PlacesListed = { ofGroup: 5_000, ofAll: 50_000 };
/** Some 500 sheets of paper, which is more than anybody reads. */
export const PLACES_ON_PAPER: PlacesListed = { ofGroup: 1_000, ofAll: 20_000 };

/** A finding that is listed without its code. */
export type ListedPlace = Pick<FindingView, 'file' | 'line' | 'severity' | 'status' | 'description' | 'title'>;

/** The findings of one rule, or one cause, in files of one role: one row in lists. */
export interface ReportGroup {
  readonly role: string;
  readonly tool: string;
  readonly rule: string;
  readonly cause?: string;
  readonly category: string;
  /** The severity of the most severe finding. */
  severity: Severity;
  count: number;
  /** Whether all findings have the title of the first. */
  sameTitle: boolean;
  readonly examples: FindingView[];
  readonly places: ListedPlace[];
}

/** The findings of one file on the page. */
export interface FileFindings {
  readonly file: string;
  severity: Severity;
  count: number;
}

export interface Collected {
  /** Own code first, then the most severe, then the most findings. */
  readonly groups: readonly ReportGroup[];
  /** Own files, most findings first. */
  readonly files: readonly FileFindings[];
  readonly byCategory: ReadonlyMap<string, SeverityNumbers>;
  readonly total: number;
}

/**
 * Reads the findings once. It keeps only the content of the page: memory is bounded by the listed places and the number
 * of rules and files, not by the number of findings.
 */
export async function collectGroups(
  findings: AsyncIterable<FindingView>,
  { ofGroup, ofAll }: PlacesListed,
): Promise<Collected> {
  const groups = new Map<string, ReportGroup>();
  const files = new Map<string, FileFindings>();
  const byCategory = new Map<string, Record<Severity, number>>();
  let listed = 0;
  let total = 0;
  for await (const finding of findings) {
    total += 1;
    const counts = byCategory.get(finding.category) ?? noFindings();
    counts[finding.severity] += 1;
    byCategory.set(finding.category, counts);
    const group = groupOf(groups, finding);
    if (group.examples.length < EXAMPLES) group.examples.push(finding);
    else if (group.places.length < ofGroup && listed < ofAll) {
      listed += 1;
      group.places.push(placeOf(finding));
    }
    if (finding.role === 'own' && finding.file !== null) countFile(files, finding.file, finding.severity);
  }
  return {
    groups: [...groups.values()].sort(byPrecedence),
    files: [...files.values()].sort((a, b) => b.count - a.count || byText(a.file, b.file)),
    byCategory,
    total,
  };
}

function groupOf(groups: Map<string, ReportGroup>, finding: FindingView): ReportGroup {
  const key = JSON.stringify([finding.role, finding.group]);
  const known = groups.get(key);
  if (known === undefined) {
    const { role, tool, rule, cause, category, severity } = finding;
    const common = { role, tool, rule, ...(cause !== undefined && { cause }), category };
    const group: ReportGroup = { ...common, severity, count: 1, sameTitle: true, examples: [], places: [] };
    groups.set(key, group);
    return group;
  }
  known.count += 1;
  known.sameTitle &&= known.examples[0]!.title === finding.title;
  known.severity = worse(known.severity, finding.severity);
  return known;
}

const placeOf = ({ file, line, severity, status, description, title }: FindingView): ListedPlace => ({
  file,
  line,
  severity,
  status,
  description,
  title,
});

function countFile(files: Map<string, FileFindings>, file: string, severity: Severity): void {
  const known = files.get(file);
  if (known === undefined) {
    files.set(file, { file, severity, count: 1 });
    return;
  }
  known.count += 1;
  known.severity = worse(known.severity, severity);
}

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
const worse = (a: Severity, b: Severity): Severity => (rank(b) < rank(a) ? b : a);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byPrecedence = (a: ReportGroup, b: ReportGroup): number =>
  Number(a.role !== 'own') - Number(b.role !== 'own') ||
  rank(a.severity) - rank(b.severity) ||
  b.count - a.count ||
  byText(a.tool, b.tool) ||
  byText(a.rule, b.rule) ||
  byText(a.cause ?? '', b.cause ?? '') ||
  byText(a.role, b.role);
