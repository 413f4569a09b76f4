import { dirname, join } from 'node:path';

interface QuickHelpers {
  readonly module: string;
  /** The package that exports nothing but its entry, beside which the module lies. */
  readonly beside?: string;
  /** @param own what the module exports */
  readonly by: (own: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/**
 * Puts quicker functions in the place of four that rules call for most nodes of a file: on express they took a quarter
 * of the pass. The findings of the rules stay the same.
 */
const HELPERS: Readonly<Record<string, readonly QuickHelpers[]>> = {
  sonarjs: [
    {
      module: 'eslint-plugin-sonarjs/cjs/helpers/dependency-manifests/dependencies.js',
      by: () => ({ getDependenciesSanitizePaths: noDependencies }),
    },
    {
      module: 'eslint-plugin-sonarjs/cjs/helpers/module.js',
      by: ({ getFullyQualifiedName }) => ({ getFullyQualifiedName: onceForEachNode(getFullyQualifiedName as NameOf) }),
    },
  ],
  compat: [
    {
      // The half that is imported, which is CommonJS, too.
      module: '../../esm/src/helpers.js',
      beside: 'eslint-plugin-compat',
      by: ({ lintMemberExpression }) => ({ lintMemberExpression: onlyOfLacking(lintMemberExpression as LintMember) }),
    },
  ],
  'no-secrets': [{ module: 'eslint-plugin-no-secrets/dist/utils.js', by: () => ({ shannonEntropy: entropyOf }) }],
};

const hastened = new WeakSet<object>();

/** @param prefix of a plugin that is about to be used; its package is installed */
export function hasten(prefix: string): void {
  for (const { module, beside, by } of HELPERS[prefix] ?? []) {
    const path = beside === undefined ? module : join(dirname(require.resolve(beside)), module);
    const own = require(path) as Record<string, unknown>;
    if (hastened.has(own)) continue;
    hastened.add(own);
    Object.assign(own, by({ ...own }));
  }
}

type NameOf = (context: unknown, node: object, ...how: readonly unknown[]) => string | null;

/**
 * The name that an import or a call of `require` gives a node, looked up once: many rules ask it of each call,
 * and each time it is looked for in all places where the variable is named. A caller that says where to begin is
 * answered by the plugin, which adds to what it was given.
 */
function onceForEachNode(nameOf: NameOf): NameOf {
  const names = new WeakMap<object, string | null>();
  return (context, node, ...how) => {
    if (how.length > 0) return nameOf(context, node, ...how);
    const known = names.get(node);
    if (known !== undefined) return known;
    const name = nameOf(context, node);
    names.set(node, name);
    return name;
  };
}

/** An API that a browser lacks: an object, or a member of one as in `Array.from`. */
interface Lacking {
  readonly object: string;
  readonly protoChainId?: string;
}

interface Member {
  readonly object?: { readonly name?: string };
  readonly property?: { readonly name?: string };
}

type LintMember = (
  context: unknown,
  report: unknown,
  lacking: readonly Lacking[],
  sourceCode: unknown,
  node: Member,
) => void;

/**
 * The plugin goes through all that browsers lack for each member of a file. Here it is asked about those alone whose
 * names are among them.
 */
function onlyOfLacking(lint: LintMember): LintMember {
  const known = new WeakMap<readonly Lacking[], ReturnType<typeof namesOf>>();
  return (context, report, lacking, sourceCode, node) => {
    let names = known.get(lacking);
    if (!names) known.set(lacking, (names = namesOf(lacking)));
    const object = node.object?.name;
    const isKnown =
      object === undefined || object === '' || object === 'window' || object === 'globalThis'
        ? names.last.has(node.property?.name ?? '')
        : names.objects.has(object);
    if (isKnown) lint(context, report, lacking, sourceCode, node);
  };
}

const namesOf = (lacking: readonly Lacking[]) => ({
  objects: new Set(lacking.map(({ object }) => object)),
  last: new Set(lacking.map(({ protoChainId = '' }) => protoChainId.split('.').at(-1)!)),
});

const NO_DEPENDENCIES: ReadonlySet<string> = new Set();

/**
 * The packages that a manifest above the file names. Files are linted as if they lay in a folder that does not exist
 * (`NOWHERE`), so there is none. The rules about tests asked a dozen times for each call and each member.
 */
function noDependencies(): ReadonlySet<string> {
  return NO_DEPENDENCIES;
}

/**
 * The characters that the plugin counts, in its order: sums of floating-point numbers depend on it. It counts a plus
 * twice.
 */
const COUNTED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+=!|*^@~`$%+?"\'_<>';

/**
 * The bits of information in each character of a text, as the plugin adds them up. It splits the text at each character
 * that it counts; here all are counted in one walk.
 */
export function entropyOf(text: string): number {
  if (!text) return 0;
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const character of COUNTED) {
    const ratio = (counts.get(character) ?? 0) / text.length;
    if (ratio > 0) entropy += -(ratio * (Math.log(ratio) / Math.log(2)));
  }
  return entropy;
}
