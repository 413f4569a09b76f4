import type { RuleDefinition } from './tool';

/** Different engines' names for the same weakness, each with the one name by which findings are merged. */
const SYNONYMS: Readonly<Record<string, string>> = {
  eval: 'CWE-95',
  'implied-eval': 'CWE-95',
  'new-func': 'CWE-95',
  'import-dynamic-require': 'CWE-829',
  'cognitive-complexity': 'complexity',
  'html-has-lang': 'html-lang',
  'img-alt': 'alt-text',
  'frame-title': 'iframe-has-title',
  'missing-label': 'label-has-associated-control',
  'invalid-role': 'aria-role',
  'empty-heading': 'heading-has-content',
  'anchor-has-content': 'missing-accessible-name',
  'hidden-focusable': 'aria-hidden-on-focusable',
  'empty-block': 'empty',
  'unreachable-code': 'unreachable',
  'unused-variable': 'unused-vars',
  'duplicate-key': 'dupe-keys',
  'duplicate-attribute': 'duplicate-attributes',
  'font-family-no-missing-generic-family-keyword': 'generic-font-family',
  'jsx-target-blank': 'CWE-1022',
  'debugger-statement': 'debugger',
  'loose-equality': 'eqeqeq',
  'prefer-object-has-own': 'prototype-builtins',
  // A variable that nothing reads is also an assignment that nothing reads.
  'useless-assignment': 'unused-vars',
  // Biome has one rule for all types that accept too much.
  'empty-object-type': 'banned-types',
  'unsafe-function-type': 'banned-types',
  'wrapper-object-types': 'banned-types',
  'leaked-secret': 'CWE-798',
  'command-injection': 'CWE-78',
  // These CWEs differ in where the buffer is allocated, which data flow knows and a pattern does not.
  'CWE-121': 'CWE-120',
  'CWE-122': 'CWE-120',
};

/** Hard-coded credentials and keys: the code that such a finding points at is a secret. */
const CREDENTIAL_WEAKNESSES: ReadonlySet<string> = new Set(['CWE-259', 'CWE-321', 'CWE-798']);

/** Whether the code that the rule points at must be masked before anybody sees or stores it. */
export const pointsAtCredential = ({ cwe }: Pick<RuleDefinition, 'cwe'>): boolean => cwe !== undefined && CREDENTIAL_WEAKNESSES.has(cwe);

/** The name of the weakness, the same for every tool; undefined if only the rule itself names it. */
export function weaknessOf({ weakness, cwe }: Pick<RuleDefinition, 'weakness' | 'cwe'>): string | undefined {
  const name = weakness ?? cwe;
  return name === undefined ? undefined : (SYNONYMS[name] ?? name);
}
