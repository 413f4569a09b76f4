import type { FindingCategory, Severity } from '@assay/kernel';
import { codeOf } from '../domain/code-of';
import type {
  FindingStatus,
  RecordedLowering,
  RecordedSnippet,
  RecordedSuppression,
  RecordedWaiver,
} from '../domain/finding';
import type { RecordedFix } from '../domain/fixes/fix';
import { kindGroup } from '../domain/kind-group';
import type { GroupMember } from '../domain/merging';
import type { RecordedTrace } from '../domain/trace';
import type { FindingGroupDocument, TriageDocument } from './documents';
import type { Lifecycle } from './finding-lines';

/** A finding as `GET /api/v1/findings` lists it. */
export interface FindingView {
  readonly id: string;
  readonly scanId: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly category: FindingCategory;
  readonly tool: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly code: string | null;
  readonly suggestion: string;
  readonly cwe: string | null;
  readonly deduplicated: boolean;
  readonly duplicateCount: number;
  /** The findings of other tools about the same defect. */
  readonly duplicates: readonly { readonly id: string; readonly tool: string; readonly rule: string }[];
  readonly status: FindingStatus;
  /** When the decision behind the status ends. Missing if it does not. */
  readonly expiresAt?: string;
  readonly fingerprint: string;
  readonly rule: string;
  /** The cause that it shares with the others of its row. Missing if the row has all findings of its rule. */
  readonly cause?: string;
  /** The id of its row in lists: see `kindGroup`. */
  readonly group: string;
  /** The role of its file, `own` in the target's own code. */
  readonly role: string;
  /** Its state with the scan, compared with earlier scans. Missing if it is unknown. */
  readonly lifecycle?: Lifecycle;
  readonly firstSeenScanId?: string;
  readonly firstSeenAt?: string;
  /** The end of the first scan that no longer found it. */
  readonly goneAt?: string;
  /** Why it matters less than its tool says. Missing if it does not. */
  readonly lowering?: FindingLowering;
  /** Why it does not count. Missing if it does. */
  readonly suppression?: RecordedSuppression;
  /** The comment for another linter that switches the defect off there. Missing if there is none. */
  readonly waiver?: RecordedWaiver;
  /** Whether an engine of the defect offers a safe fix. */
  readonly hasFix: boolean;
  /** That fix, if it was requested. */
  readonly fix?: FindingFix;
  /** Whether an engine followed untrusted data to this place. */
  readonly hasTrace: boolean;
  /** Its way. Only where it was asked for. */
  readonly trace?: RecordedTrace;
  /** The lines around the place. Only where they were asked for. */
  readonly snippet?: RecordedSnippet | null;
}

/** The proof that lowered a finding, with the reason in a sentence. */
export interface FindingLowering extends RecordedLowering {
  readonly reason: string;
}

const REASONS: Readonly<Record<RecordedLowering['because'], string>> = {
  constant: 'all that gets here stands in the code, whatever comes in',
  'made-safe':
    'all that gets here stands in the code, is a number, or was made safe for this weakness, whatever comes in',
  checked: 'all input that was followed to this place is checked or converted before',
};

const loweringIn = (lowering: RecordedLowering): FindingLowering => ({
  ...lowering,
  reason: `Lowered from ${lowering.from} by ${lowering.by}: ${REASONS[lowering.because]}.`,
});

/** A safe fix of a defect, and the tool and rule whose engine offers it. */
export interface FindingFix extends RecordedFix {
  readonly tool: string;
  readonly rule: string;
}

/** The finding's own fix or, without one, that of another tool that sees the same defect. */
export function fixIn({ members }: FindingGroupDocument, member: GroupMember): FindingFix | null {
  const found = member.fix ? member : members.find(({ fix }) => fix !== undefined);
  return found?.fix ? { tool: found.tool, rule: found.rule, ...found.fix } : null;
}

/** A comment about the finding, or about another tool's finding of the same defect. */
function waiverIn({ members }: FindingGroupDocument, member: GroupMember): { readonly waiver?: RecordedWaiver } {
  const waiver = member.waiver ?? members.find((each) => each.waiver !== undefined)?.waiver;
  return { ...(waiver !== undefined && { waiver }) };
}

/** The finding's own trace or, without one, the most complete trace of the tools that see the same defect. */
export function traceIn({ members }: FindingGroupDocument, member: GroupMember): RecordedTrace | null {
  const traces = [member, ...members].flatMap(({ trace }) => trace ?? []);
  const [best] = member.trace
    ? traces
    : traces.sort((a, b) => lostOf(a) - lostOf(b) || a.steps.length - b.steps.length);
  return best ?? null;
}

const lostOf = ({ steps }: RecordedTrace): number => steps.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0);

/** The latest decision about any member holds for the whole defect: tools that fail in one scan must not reopen it. */
export function latestDecision(decisions: readonly (TriageDocument | undefined)[]): TriageDocument | undefined {
  return decisions
    .filter((decision) => decision !== undefined)
    .sort((a, b) => (b.history.at(-1)?.at ?? '').localeCompare(a.history.at(-1)?.at ?? ''))[0];
}

export const findingView = (
  group: FindingGroupDocument,
  member: GroupMember,
  decision: TriageDocument | undefined,
): FindingView => ({
  id: member.id,
  scanId: group.scanId,
  title: member.title,
  description: member.lowering ? `${member.description} ${loweringIn(member.lowering).reason}` : member.description,
  severity: member.severity,
  category: member.category,
  tool: member.tool,
  file: member.file,
  line: member.line,
  code: codeOf(member),
  suggestion: member.suggestion,
  cwe: member.cwe ?? group.members.find(({ cwe }) => cwe !== null)?.cwe ?? null,
  deduplicated: group.members.length > 1,
  duplicateCount: group.members.length - 1,
  duplicates: group.members.filter(({ id }) => id !== member.id).map(({ id, tool, rule }) => ({ id, tool, rule })),
  status: decision?.status ?? 'open',
  ...(decision?.expiresAt !== undefined && { expiresAt: decision.expiresAt }),
  fingerprint: member.fingerprint,
  rule: member.rule,
  ...(member.cause !== undefined && { cause: member.cause }),
  group: kindGroup(member),
  role: member.role ?? 'own',
  ...(member.lowering && { lowering: loweringIn(member.lowering) }),
  ...(member.suppression && { suppression: member.suppression }),
  ...waiverIn(group, member),
  hasFix: fixIn(group, member) !== null,
  hasTrace: traceIn(group, member) !== null,
});
