/** `import { a, type b as c } from 'elsewhere'` and the same with export; not from files of its own. */
const BINDINGS = /\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^{}]*)\}\s*from\s*['"](?![./#])/g;

/**
 * The names that the types of a package have from other packages. Those are not there, so that TypeScript cannot tell
 * an interface, which no import finds at run time, from a value.
 */
export function foreignNames(texts: Readonly<Record<string, string>>): Set<string> {
  const types = Object.entries(texts).filter(([path]) => /\.d\.[cm]?ts$/.test(path));
  return new Set(
    types.flatMap(([, text]) =>
      [...text.matchAll(BINDINGS)].flatMap(([, names]) =>
        names!.split(',').map((name) => name.trim().split(/\s+/).at(-1)!),
      ),
    ),
  );
}
