import { escapedForRegex } from '../escaped-for-regex';

/** `import type { A } from`, `import { type A, type B } from`, `export type { A } from`, `import type A from`. */
const OF_TYPES =
  /\b(?:import|export)\s+(?:type\b[^'"`;]*|\{\s*(?:type\s+[\w$][^,}]*,\s*)*(?:type\s+[\w$][^,}]*)?\}\s*)\bfrom\s*$/;
/** A statement is shorter than so many characters. */
const MOST_BEFORE = 4_000;

/** Whether a file takes types and nothing else of a package, so that the program runs without it. */
export function importsTypesOnly(text: string, name: string): boolean {
  const named = new RegExp(`(['"\`])${escapedForRegex(name)}(?:/[^'"\`]*)?\\1`, 'g');
  const places = [...text.matchAll(named)].map(({ index }) => text.slice(Math.max(0, index - MOST_BEFORE), index));
  const imports = places.filter((before) => /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*$/.test(before));
  return imports.length > 0 && imports.every((before) => OF_TYPES.test(before));
}
