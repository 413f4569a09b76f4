import { type ISSUE_FEATURES, isRecord, sha256Hex } from '@assay/kernel';
import { clipped } from './brief';
import { checkedSentence, type DropReason } from './checked-prose';

export type IssueFeature = (typeof ISSUE_FEATURES)[number];

/** The most findings of one request. */
export const MOST_ISSUES = 20;
/** The most sentences about one finding. */
export const MOST_SENTENCES = 6;

/** The facts of a finding that a writer gets. Text of the target in them is data; they hold none of its code. */
export interface IssueFacts {
  readonly title: string;
  readonly description: string;
  readonly suggestion: string;
  readonly severity: string;
  readonly category: string;
  readonly tool: string;
  readonly rule: string;
  readonly cwe: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

export interface IssueBrief {
  readonly feature: IssueFeature;
  readonly issues: readonly { readonly ref: string; readonly facts: IssueFacts }[];
}

/** The text of a model about a finding. */
export interface IssueText {
  readonly findingId: string;
  /** A digest of everything that the sentences rest on. */
  readonly basis: string;
  readonly sentences: readonly string[];
}

const LONGEST = 1_000;

export const factsOf = ({ title, description, suggestion, file, ...facts }: IssueFacts): IssueFacts => ({
  title: clipped(title, LONGEST),
  description: clipped(description, LONGEST),
  suggestion: clipped(suggestion, LONGEST),
  severity: facts.severity,
  category: facts.category,
  tool: facts.tool,
  rule: facts.rule,
  cwe: facts.cwe,
  file: file === null ? null : clipped(file, LONGEST),
  line: facts.line,
});

/** Equal for the same finding, feature and writer. */
export const basisOf = (feature: IssueFeature, writer: string, facts: IssueFacts): string =>
  sha256Hex(JSON.stringify([feature, writer, facts]));

/**
 * The sentences of a draft that an issue's own facts support: each number in them must be one of its facts, and none
 * may hold markup. Undefined if none is left; the issue is not delivered then.
 */
export function checkedSentences(
  draft: unknown,
  { ref, facts }: IssueBrief['issues'][number],
): readonly string[] | undefined {
  const asked = isRecord(draft) ? draft[ref] : undefined;
  if (!Array.isArray(asked)) return undefined;
  const evidence = new Map([[ref, { ref, facts: { ...facts }, findingIds: [], total: 1 }]]);
  const checked = asked
    .map((text): { readonly text: string } | DropReason => checkedSentence({ text, cites: [ref] }, evidence))
    .flatMap((sentence) => (typeof sentence === 'string' ? [] : [sentence.text]));
  return checked.length === 0 ? undefined : checked.slice(0, MOST_SENTENCES);
}
