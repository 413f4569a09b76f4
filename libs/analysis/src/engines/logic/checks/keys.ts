import { type Check, quoted } from '../check';
import type { Language } from '../grammars';
import { type Syntax, isConstant, isLiteral, kindOf, lengthOf, partsOf } from '../syntax';

/** The keys of a literal, and of a call that makes a map of pairs. */
const KEYS: Partial<Record<Language, (node: Syntax) => Syntax[]>> = {
  csharp: (node) =>
    /^(Concurrent|Sorted)?Dictionary\b/.test(node.field('type')?.text() ?? '')
      ? partsOf(node.field('initializer') ?? node).flatMap((part) =>
          kindOf(part) === 'initializer_expression' ? partsOf(part).slice(0, 1) : [],
        )
      : [],
  java: (node) =>
    node.field('name')?.text() === 'of' && node.field('object')?.text() === 'Map'
      ? partsOf(node.field('arguments') ?? node).filter((_, index) => index % 2 === 0)
      : [],
  kotlin: (node) => {
    const [called, suffix] = partsOf(node);
    if (!called || !suffix || lengthOf(called) > 20 || !MAP_OF.test(called.text())) return [];
    return partsOf(suffix.child(0) ?? suffix).flatMap((argument) => {
      const [pair] = partsOf(argument);
      const [key, to] = pair && kindOf(pair) === 'infix_expression' ? partsOf(pair) : [];
      return key && to?.text() === 'to' ? [key] : [];
    });
  },
  php: (node) =>
    partsOf(node).flatMap((element) => {
      const [key, value] = partsOf(element);
      return key && value && element.child(1)?.text() === '=>' ? [key] : [];
    }),
  ruby: (node) => partsOf(node).flatMap((pair) => (kindOf(pair) === 'pair' ? (pair.field('key') ?? []) : [])),
};

const MAP_OF = /^((mutable|hash|linked|sorted)?[mM]apOf)$/;

/** `a:` and `:a` are one key of Ruby, `'a'` and `"a"` one of PHP. */
const keyOf = (node: Syntax): string => {
  const kind = kindOf(node);
  if (kind === 'hash_key_symbol') return `:${node.text()}`;
  if (isLiteral(node) && /^['"]/.test(node.text())) return `"${node.text().slice(1, -1)}"`;
  return node.text();
};

export const keys: Check = {
  kinds: (grammar, language) => (KEYS[language] ? (grammar.maps ?? []) : []),
  judge(node, { language }) {
    const seen = new Set<string>();
    return KEYS[language]!(node).flatMap((key) => {
      const isPlain = isConstant(key) || kindOf(key) === 'hash_key_symbol' || kindOf(key) === 'simple_symbol';
      const isRepeated = isPlain && seen.has(keyOf(key));
      seen.add(keyOf(key));
      return isRepeated
        ? [{ rule: 'repeated-key', node: key, message: `The key ${quoted(key)} stands here twice` }]
        : [];
    });
  },
};
