import type { TreeNode } from '../kit/parsers/tree-node';

/** A word of a command, as it is written. */
export interface Word {
  readonly node: TreeNode;
  /** Without its quotes. A variable or a command in it stands as it is written. */
  readonly text: string;
  /** Whether the shell puts nothing into it. */
  readonly isLiteral: boolean;
  /** Whether it begins with a quote. */
  readonly isQuoted: boolean;
}

/** Longer words are texts: what they hold is not read. */
const LONGEST = 4_000;
const OPEN: ReadonlySet<string> = new Set([
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'brace_expression',
]);

const lengthOf = (node: TreeNode): number => node.text().length;

export function wordOf(node: TreeNode): Word {
  if (lengthOf(node) > LONGEST) return { node, text: '', isLiteral: false, isQuoted: true };
  const parts = node.kind() === 'concatenation' ? node.children() : [node];
  return {
    node,
    text: parts.map(textOf).join(''),
    isLiteral: parts.every(isLiteral),
    isQuoted: parts[0]?.kind().endsWith('string') === true,
  };
}

function textOf(node: TreeNode): string {
  const text = node.text();
  if (node.kind() === 'string' || node.kind() === 'raw_string') return text.slice(1, -1);
  if (node.kind() === 'ansi_c_string' || node.kind() === 'translated_string') return text.slice(2, -1);
  return OPEN.has(node.kind()) ? text : text.replace(/\\([\s\S])/g, '$1');
}

const isLiteral = (node: TreeNode): boolean =>
  !OPEN.has(node.kind()) &&
  (node.kind() !== 'string' || node.children().every((part) => !OPEN.has(part.kind()) && part.kind() !== '$'));

/** The name in `$name` and `${name}`, and in no other form. */
export function nameIn(node: TreeNode): string | undefined {
  const parts = node.children();
  if (node.kind() === 'simple_expansion' && parts.length === 2) return parts[1]!.text();
  const isPlain = node.kind() === 'expansion' && parts.length === 3 && parts[1]!.kind().endsWith('variable_name');
  return isPlain ? parts[1]!.text() : undefined;
}

/** The name of the variable that a word is and nothing else, in quotes or without. */
export function variableOf({ node }: Word): string | undefined {
  if (node.kind() !== 'string') return nameIn(node);
  const parts = node.children().filter((part) => part.kind() !== '"');
  return parts.length === 1 && lengthOf(parts[0]!) === lengthOf(node) - 2 ? nameIn(parts[0]!) : undefined;
}

/** A piece of code in a message: one line of at most 60 characters. */
export function quoted(node: TreeNode): string {
  const text = node.text().slice(0, 200).replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
