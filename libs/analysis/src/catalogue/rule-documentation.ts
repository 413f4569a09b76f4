import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A few lines of a sample. */
export interface CodeExample {
  /** Of a file in the sample; absent where the code is no file's: the markup of an element, a header. */
  readonly path?: string;
  /** The file's line that `lines` begins with, from 1; absent without a path. */
  readonly startLine?: number;
  /** As Markdown labels a fence: `js`, `python`; empty where there is no name for it. */
  readonly language: string;
  readonly lines: readonly string[];
  /** The first and the last line that is meant, counted from 1 in `lines`. */
  readonly marked: readonly [first: number, last: number];
}

/** What is known of a rule beside its definition. */
export interface RuleDocumentation {
  /** What the rule looks for and why, as the engine's package says it. */
  readonly why?: string;
  /** The page on which the engine's makers describe the rule. */
  readonly url?: string;
  /** What the engine says of the bad example. Absent where no sample makes it report the rule. */
  readonly reported?: string;
  /** What is reported where it is no line of a file: a header, an entry of an image. */
  readonly place?: string;
  readonly bad?: CodeExample;
  /** From a sample in which nothing is reported. */
  readonly good?: CodeExample;
}

export interface ToolDocumentation {
  /** Of what the documentation was made from: samples, rules, settings, versions of the engine's packages. */
  readonly digest: string;
  readonly rules: Readonly<Record<string, RuleDocumentation>>;
}

/** Written by `npm run docs:tools`. */
export const RULE_DOCUMENTATION_FILE = join(__dirname, 'rule-documentation.generated.json');

export const readRuleDocumentation = (): Readonly<Record<string, ToolDocumentation>> => JSON.parse(readFileSync(RULE_DOCUMENTATION_FILE, 'utf8')) as Readonly<Record<string, ToolDocumentation>>;

let loaded: Readonly<Record<string, ToolDocumentation>> | undefined;

/** What is known of a tool's rules. The file is about 1 MB: it is read when the first tool's page is asked for. */
export function documentationOf(tool: string): ToolDocumentation['rules'] {
  loaded ??= readRuleDocumentation();
  return loaded[tool]?.rules ?? {};
}
