import type { RuleDefinition, ToolDefinition } from '../tool';

/**
 * A pattern for a syntax node: ast-grep's rule format (https://ast-grep.github.io/reference/rule.html), of which these
 * are the parts in use. `kind` and `field` are names of the language's tree-sitter grammar, `regex` is Rust's.
 */
export interface NodePattern {
  readonly kind?: string;
  readonly pattern?: string | { readonly context: string; readonly selector?: string };
  readonly regex?: string;
  readonly nthChild?: number | { readonly position: number | string; readonly reverse?: boolean };
  readonly any?: readonly NodePattern[];
  readonly all?: readonly NodePattern[];
  readonly not?: NodePattern;
  /** The name of one of the tool's `shapes`. */
  readonly matches?: string;
  readonly has?: RelatedPattern;
  readonly inside?: RelatedPattern;
  readonly follows?: RelatedPattern;
  readonly precedes?: RelatedPattern;
}

/**
 * `stopBy` says how far to look. Default: the next node only. `end`: to the end of the tree. A pattern: up to the first
 * node that matches it.
 */
export interface RelatedPattern extends NodePattern {
  readonly stopBy?: 'neighbor' | 'end' | NodePattern;
  readonly field?: string;
}

/** One of our own rules: its meaning and its pattern. */
export interface PatternRule extends RuleDefinition {
  readonly title: string;
  readonly fix: string;
  /**
   * A JavaScript regular expression (case ignored). The rule runs only on a file whose text matches it: compiling and
   * running a pattern costs some 10 ms a file, a search for a word costs nothing.
   */
  readonly needs?: string;
  readonly match: NodePattern;
}

/** The part of a tool's `settings` that the ast-grep engine reads. */
export interface PatternSettings {
  /** By the engine's names: `go`, `cpp`. */
  readonly languages: readonly string[];
  readonly patterns: Readonly<Record<string, Pick<PatternRule, 'match' | 'needs'>>>;
  readonly shapes: Readonly<Record<string, NodePattern>>;
}

interface PatternTool extends Omit<ToolDefinition, 'engine' | 'rules' | 'settings'> {
  readonly languages: readonly string[];
  readonly rules: Readonly<Record<string, PatternRule>>;
  /** Named patterns for use in the tool's rules. */
  readonly shapes?: Readonly<Record<string, NodePattern>>;
}

/**
 * Defines a tool whose rules carry their own pattern: the meaning goes to `rules`, the patterns to the engine's
 * settings.
 */
export function patternTool({ rules, shapes = {}, languages, ...tool }: PatternTool): ToolDefinition {
  const settings: PatternSettings = { languages, patterns: mapValues(rules, ({ match, needs }) => ({ match, ...(needs !== undefined && { needs }) })), shapes };
  return { ...tool, engine: 'ast-grep', rules: mapValues(rules, ({ match: _match, needs: _needs, ...meaning }) => meaning), settings: { ...settings } };
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/** A node of this kind for which all conditions hold. They are checked in this order: put the cheap ones first. */
export const node = (kind: string, ...conditions: readonly NodePattern[]): NodePattern => ({ all: [{ kind }, ...conditions] });

/** The text of the node in this field of the grammar matches the regular expression. */
export const field = (name: string, regex: string): NodePattern => ({ has: { field: name, regex } });

/** Some descendant, at any depth, matches. */
export const contains = (pattern: NodePattern): NodePattern => ({ has: { ...pattern, stopBy: 'end' } });

/** Some ancestor matches. */
export const within = (pattern: NodePattern): NodePattern => ({ inside: { ...pattern, stopBy: 'end' } });
