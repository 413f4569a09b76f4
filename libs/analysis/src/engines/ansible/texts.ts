import { type Node, isMap, isScalar, isSeq } from 'yaml';
import { type YamlTree, entriesOf, itemsOf, textOf } from '../kit/yaml-tree';

/** Stands for a Jinja expression. Rules take it for a reference, as in a shell. */
const FILLED = '${x}';
const JINJA =
  /\{\{(?:[^{}]|\{(?!\{)|\}(?!\})){0,2000}\}\}|\{%(?:[^%]|%(?!\})){0,2000}%\}|\{#(?:[^#]|#(?!\})){0,2000}#\}/g;

/** A text with references in place of Jinja expressions; undefined if it has no other text. */
export function withReferences(text: string): string | undefined {
  const filled = text.replace(JINJA, FILLED);
  return filled.trim() === FILLED ? undefined : filled;
}

export const hasJinja = (text: string): boolean => /\{[{%]/.test(text);

const SECRET = /(?:^|_)(?:password|passwd|passphrase|secret|token|api_?key|private_?key|secret_?key|access_?key)s?$/i;
const EXPRESSION = /\{\{((?:[^{}]|\{(?!\{)|\}(?!\})){0,2000})\}\}/g;

/** A variable with the name of a secret whose value the text shows. */
export function secretIn(text: string): string | undefined {
  for (const [, expression = ''] of text.matchAll(EXPRESSION)) {
    // A value that is only tested, hashed or measured is not shown.
    if (/\|\s*(?:length|bool|hash|password_hash|type_debug|ternary)\b|\bis\s+(?:not\s+)?\w+/.test(expression)) continue;
    const words = expression.replace(/(["'])(?:(?!\1).){0,500}\1/g, '').match(/[A-Za-z_]\w*(?:\.\w+)*/g) ?? [];
    const secret = words.find(showsSecret);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

/** `db.password`, or `token.stdout` of the command that made it. */
export function showsSecret(word: string): boolean {
  const parts = word.split('.').filter((part) => !/^(?:stdout|content|value|json|item)$/.test(part));
  return SECRET.test(parts.at(-1) ?? '');
}

const DEEPEST = 30;

/** All texts below a node. */
export function* textsBelow(tree: YamlTree, node: Node | undefined, depth = 0): Generator<string> {
  if (depth > DEEPEST) return;
  if (isScalar(node)) {
    const text = textOf(node);
    if (text !== undefined) yield text;
  } else if (isSeq(node)) for (const item of itemsOf(tree, node)) yield* textsBelow(tree, item, depth + 1);
  else if (isMap(node)) for (const { value } of entriesOf(tree, node)) yield* textsBelow(tree, value, depth + 1);
}

const PARAMETER = new RegExp(
  [
    String.raw`(?:^|\s)([a-zA-Z_]\w*)=`,
    String.raw`("(?:[^"\\]|\\.){0,2000}"|'[^']{0,2000}'|(?:\{\{[^{}]{0,500}\}\}|[^\s"'{]|\{(?!\{)){0,2000})`,
  ].join(''),
  'g',
);

/** Parameters within one text, as older playbooks write them: `src=a dest="b c"`. */
export function parametersIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(PARAMETER))
    found.set(name, /^["']/.test(value) ? value.slice(1, -1) : value);
  return found;
}
