import { type FindingCategory, type Severity, sha256Hex } from '@assay/kernel';
import { codeOf } from '../code-of';
import { type FindingsLowered, type RecordedFinding, isSuppressed } from '../finding';
import type { MatchableFinding } from '../matching/matchable';
import { type GroupMember, withLowered, withMember } from '../merging';

/** A defect as a scan saw it: enough to know it again in the next scan, and to list it. */
export interface Sighting {
  /** The id of the finding that speaks for the defect. */
  readonly findingId: string;
  /** The rules that saw it; the first one speaks for it. */
  readonly seenBy: readonly {
    readonly tool: string;
    readonly rule: string;
    readonly fingerprint: string;
    /** See `RecordedFinding`. */
    readonly cause?: string;
  }[];
  readonly severity: Severity;
  readonly category: FindingCategory;
  readonly file: string | null;
  /** Undefined if it is the file. */
  readonly unit?: string;
  readonly line: number | null;
  /** Its code without white space, cut. Null without any. */
  readonly code: string | null;
  /** A digest of the letters in its message: numbers in messages do not count. */
  readonly said: string;
  /** The target suppresses every finding of it, and the session honours that. Missing if it counts. */
  readonly suppressed?: true;
}

/** Characters of code: most lines are shorter, and minified ones are megabytes long. */
const CODE_KEPT = 160;

/** The data of a finding that is kept while those of a session are gathered: a session may have 600,000. */
interface Seen extends Pick<GroupMember, 'id' | 'tool' | 'severity'> {
  readonly rule: string;
  readonly fingerprint: string;
  readonly cause?: string;
  readonly suppression?: true;
  readonly sighting: Omit<Sighting, 'findingId' | 'seenBy' | 'severity'>;
}

function seen(tool: string, finding: RecordedFinding): Seen {
  const { id, severity, category, file, line, unit, title, description, rule, fingerprint, cause } = finding;
  const sighting = {
    category,
    file,
    ...(unit !== undefined && { unit }),
    line,
    code: codeOf(finding)?.replace(/\s+/g, '').slice(0, CODE_KEPT) ?? null,
    said: lettersOf(`${title}\0${description}`.replace(/\s+/g, ' ').replace(/\d+/g, '#')),
    ...(isSuppressed(finding) && { suppressed: true as const }),
  };
  const suppression = isSuppressed(finding) && { suppression: true as const };
  return { id, tool, severity, rule, fingerprint, ...(cause !== undefined && { cause }), ...suppression, sighting };
}

/** The defects of a session, from its recorded findings in whatever order. */
export class SightingsOf {
  private readonly defects = new Map<string, readonly Seen[]>();

  add(tool: string, findings: readonly RecordedFinding[]): void {
    for (const finding of findings)
      this.defects.set(finding.group, withMember(this.defects.get(finding.group) ?? [], seen(tool, finding)));
  }

  /** Findings of which it is proven that they matter less. */
  lower(lowered: FindingsLowered['data']): void {
    for (const { group } of lowered.findings) {
      const members = this.defects.get(group);
      if (members) this.defects.set(group, withLowered(members, lowered));
    }
  }

  all(): Sighting[] {
    return [...this.defects.values()].map((members) => ({
      findingId: members[0]!.id,
      seenBy: members.map(({ tool, rule, fingerprint, cause }) => ({
        tool,
        rule,
        fingerprint,
        ...(cause !== undefined && { cause }),
      })),
      ...members[0]!.sighting,
      severity: members[0]!.severity,
    }));
  }
}

/** Whether it is seen as before. Its line alone changes with every edit above it. */
export const isSeenAlike = (one: Sighting, other: Sighting): boolean =>
  one.severity === other.severity &&
  one.category === other.category &&
  one.file === other.file &&
  one.unit === other.unit &&
  one.code === other.code &&
  one.said === other.said &&
  one.suppressed === other.suppressed &&
  one.seenBy.length === other.seenBy.length &&
  one.seenBy.every((rule, index) => isSameRule(rule, other.seenBy[index]!));

type Rule = Sighting['seenBy'][number];
const isSameRule = (one: Rule, other: Rule): boolean =>
  one.tool === other.tool && one.rule === other.rule && one.fingerprint === other.fingerprint;

/** A sighting with the data that matching needs. */
export interface MatchableSighting extends MatchableFinding {
  readonly sighting: Sighting;
}

export function matchable(sighting: Sighting): MatchableSighting {
  const [first, ...others] = sighting.seenBy;
  const { file, line, code, said } = sighting;
  return { ...first!, file, line, code, title: '', description: said, duplicates: others, sighting };
}

const lettersOf = (text: string): string =>
  sha256Hex(text)
    .slice(0, 16)
    .replace(/\d/g, (digit) => String.fromCharCode('g'.charCodeAt(0) + Number(digit)));
