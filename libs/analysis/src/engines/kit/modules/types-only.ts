import { placesNaming } from './named-places';

/** `import type { A } from`, `import { type A, type B } from`, `export type { A } from`, `import type A from`. */
const OF_TYPES =
  /\b(?:import|export)\s+(?:type\b[^'"`;]*|\{\s*(?:type\s+[\w$][^,}]*,\s*)*(?:type\s+[\w$][^,}]*)?\}\s*)\bfrom\s*$/;

/** `field: import('a').Type` in TypeScript, where `import` is a type. A promise has no field with a capital. */
const TYPE_OF_FIELD = /:\s*(?:typeof\s+)?import\s*\(\s*$/;
const NAMES_A_TYPE = /^\s*\)\.[A-Z]/;

/** Whether a file takes types and nothing else of a package, so that the program runs without it. */
export function importsTypesOnly(text: string, name: string): boolean {
  const imports = placesNaming(text, name).filter(({ before }) =>
    /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*$/.test(before),
  );
  return (
    imports.length > 0 &&
    imports.every(
      ({ before, after }) => OF_TYPES.test(before) || (TYPE_OF_FIELD.test(before) && NAMES_A_TYPE.test(after)),
    )
  );
}
