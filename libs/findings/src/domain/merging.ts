import { SEVERITIES, type Severity, sha256Hex } from '@assay/kernel';
import { type FindingsLowered, type RecordedFinding, type RecordedLowering, isSuppressed } from './finding';

/** The properties that grouping uses: the place of the finding and the fault. */
export interface Mergeable {
  readonly file: string | null;
  readonly line: number | null;
  /** The quoted markup of an element, for a finding without a line. */
  readonly excerpt?: string;
  /** The name of the weakness, shared by all tools that see it; undefined when only this tool's rule knows it. */
  readonly weakness: string | undefined;
  readonly tool: string;
  readonly rule: string;
}

/**
 * The group of each finding of ONE tool: same file, same line or element, same weakness. A tool that reports the same
 * weakness twice there means two defects, so its n-th one joins the n-th group; two findings of one tool never share a
 * group.
 */
export function mergeGroups(findings: readonly Mergeable[]): string[] {
  const seen = new Map<string, number>();
  return findings.map(({ file, line, excerpt, weakness, tool, rule }) => {
    const where = line ?? (excerpt === undefined ? undefined : openingTag(excerpt));
    const place =
      where !== undefined && weakness !== undefined
        ? placeOf(file, where, weakness)
        : `${tool}\0${rule}\0${file}\0${line}`;
    const occurrence = seen.get(place) ?? 0;
    seen.set(place, occurrence + 1);
    return groupOf(place, occurrence);
  });
}

/** The groups of the first findings of one weakness in a line, up to the requested number. */
export const groupsInLine = (
  { file, line, weakness }: { readonly file: string; readonly line: number; readonly weakness: string },
  count: number,
): readonly string[] =>
  Array.from({ length: count }, (_, occurrence) => groupOf(placeOf(file, line, weakness), occurrence));

const placeOf = (file: string | null, where: number | string, weakness: string): string =>
  `${file}\0${where}\0${weakness}`;
const groupOf = (place: string, occurrence: number): string => sha256Hex(`${place}\0${occurrence}`).slice(0, 24);

/** Tools quote an element with more or less of its contents. A text that is not markup is compared as it is. */
const openingTag = (excerpt: string): string =>
  (/^\s*(<[^>]*>?)/.exec(excerpt)?.[1] ?? excerpt).replace(/\s+/g, ' ').trim();

export const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);

export interface GroupMember extends RecordedFinding {
  readonly tool: string;
}

type Ranked = Pick<GroupMember, 'id' | 'tool' | 'severity'> & {
  readonly fingerprint?: string;
  readonly suppression?: unknown;
};

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The most severe member that counts speaks for the group, so that a suppressed one does so only where all are; between
 * equals the tool's name and the fingerprint decide, so that neither the order of arrival nor ids do, which differ from
 * scan to scan.
 */
const byPrecedence = (a: Ranked, b: Ranked): number =>
  Number(isSuppressed(a)) - Number(isSuppressed(b)) ||
  severityRank(a.severity) - severityRank(b.severity) ||
  byText(a.tool, b.tool) ||
  byText(a.fingerprint ?? '', b.fingerprint ?? '') ||
  byText(a.id, b.id);

/** The members, of which some matter less from now on. */
export function withLowered<Member extends Ranked>(
  members: readonly Member[],
  { to, findings }: FindingsLowered['data'],
): readonly Member[] {
  const lowered = loweringsById(findings);
  if (!members.some(({ id }) => lowered.has(id))) return members;
  return members
    .map((member) => {
      const lowering = lowered.get(member.id);
      return lowering ? { ...member, severity: to, lowering } : member;
    })
    .sort(byPrecedence);
}

type Lowered = FindingsLowered['data']['findings'];

/** A batch names some 2,000 findings, and each of their defects asks for its own. */
const loweringsOf = new WeakMap<Lowered, ReadonlyMap<string, RecordedLowering>>();

function loweringsById(findings: Lowered): ReadonlyMap<string, RecordedLowering> {
  const known = loweringsOf.get(findings);
  if (known) return known;
  const byId = new Map(findings.map(({ id, from, by, because }) => [id, { from, by, because }]));
  loweringsOf.set(findings, byId);
  return byId;
}

/** The members with one more; the one that is there already stays. */
export function withMember<Member extends Ranked>(members: readonly Member[], member: Member): readonly Member[] {
  return members.some(({ id }) => id === member.id) ? members : [...members, member].sort(byPrecedence);
}
