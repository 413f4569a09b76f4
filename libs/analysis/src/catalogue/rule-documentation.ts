import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A few lines of a sample. */
export interface CodeExample {
  /** The file in the sample. Absent if the code comes from no file: the markup of an element, a header. */
  readonly path?: string;
  /** The number of the first of `lines` in the file, from 1; absent without a path. */
  readonly startLine?: number;
  /** The language label of a Markdown fence: `js`, `python`; empty if there is none. */
  readonly language: string;
  readonly lines: readonly string[];
  /** The first and the last line that the rule reports, counted from 1 in `lines`. */
  readonly marked: readonly [first: number, last: number];
}

/** Documentation of a rule besides its definition. */
export interface RuleDocumentation {
  /** The weakness that the rule looks for and why it matters, in the words of the engine's package. */
  readonly why?: string;
  /** The page on which the engine's makers describe the rule. */
  readonly url?: string;
  /** The engine's message for the bad example. Absent if no sample triggers the rule. */
  readonly reported?: string;
  /** The place of a finding that is not a line of a file: a header, an entry of an image. */
  readonly place?: string;
  readonly bad?: CodeExample;
  /** Code from a sample without findings. */
  readonly good?: CodeExample;
}

export interface ToolDocumentation {
  /** The digest of all inputs: samples, rules, settings, versions of the engine's packages. */
  readonly digest: string;
  readonly rules: Readonly<Record<string, RuleDocumentation>>;
}

/** Written by `npm run docs:tools`. */
export const RULE_DOCUMENTATION_FILE = join(__dirname, 'rule-documentation.generated.json');

export const readRuleDocumentation = (): Readonly<Record<string, ToolDocumentation>> => JSON.parse(readFileSync(RULE_DOCUMENTATION_FILE, 'utf8')) as Readonly<Record<string, ToolDocumentation>>;

let loaded: Readonly<Record<string, ToolDocumentation>> | undefined;

/** The documentation of a tool's rules. The file has about 2 MB, so the first request for a tool's page reads it. */
export function documentationOf(tool: string): ToolDocumentation['rules'] {
  loaded ??= readRuleDocumentation();
  return loaded[tool]?.rules ?? {};
}
