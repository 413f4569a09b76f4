import depcheck from 'depcheck';

const { detector } = depcheck;

/** A detector also gets the declared packages, which depcheck's own type leaves out. */
type Detect = (node: depcheck.Node, declared: readonly string[]) => ReturnType<depcheck.Detector>;

/** `specials` are left out: they read the configuration of webpack, babel, jest, eslint and others, and some run it. */
export const DETECTORS = [
  detector.importDeclaration,
  detector.exportDeclaration,
  detector.importCallExpression,
  detector.requireCallExpression,
  detector.requireResolveCallExpression,
  detector.typescriptImportEqualsDeclaration,
  detector.typescriptImportType,
];

/**
 * The packages that a syntax tree names, as the detectors find them in its nodes. depcheck itself makes a list of all
 * nodes below each node first, which took twice as long as parsing the file.
 */
export function namedPackages(tree: unknown, declared: readonly string[]): string[] {
  const names = new Set<string>();
  for (const node of nodesOf(tree))
    for (const found of DETECTORS.flatMap((detect) => detected(detect, node, declared))) {
      const name = typeof found === 'string' ? packageOf(found) : undefined;
      if (name !== undefined) names.add(name);
    }
  return [...names];
}

/** Runs a detector, which throws at a node of an unexpected form, such as a call without arguments. */
function detected(detect: Detect, node: object, declared: readonly string[]): readonly unknown[] {
  try {
    return [detect(node, declared)].flat();
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

/** The nodes that depcheck visits: objects with a type that are in the tree, but not in its lists of tokens. */
function* nodesOf(tree: unknown): Generator<object> {
  const visited = new Set<object>();
  const open = [tree];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      for (const child of next as readonly unknown[]) open.push(child);
      continue;
    }
    if (typeof next !== 'object' || next === null || !('type' in next) || !next.type || visited.has(next)) continue;
    visited.add(next);
    yield next;
    for (const [key, child] of Object.entries(next))
      if (key !== 'tokens' && key !== 'comments' && typeof child === 'object') open.push(child);
  }
}

/** The package in a specifier: `a` of `a/b`, `@a/b` of `@a/b/c`; undefined for an absolute path and for `@/alias`. */
export const packageOf = (specifier: string): string | undefined =>
  (specifier.startsWith('@') ? /^@[^/]+\/+[^/]+/.exec(specifier) : /^[^/]+/.exec(specifier))?.[0].replace(/\/+/, '/');
