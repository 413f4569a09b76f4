/**
 * Matches `import { a, type b as c } from 'elsewhere'` and the same with export, but not for the package's own files.
 */
const BINDINGS = /\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^{}]*)\}\s*from\s*['"](?![./#])/g;

/**
 * The names that the types of a package import from other packages. Those packages are not installed here. So
 * TypeScript cannot distinguish a value from an interface, which does not exist at run time.
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
