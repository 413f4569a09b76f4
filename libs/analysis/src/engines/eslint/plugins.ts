import type { ESLint } from 'eslint';
import { rules as ownRules } from './own-rules';
import { hasten } from './quick-helpers';
import { withoutIdleLooks } from './idle-looks';
import { repairs } from './rule-repairs';
import { aboutTheirSubjects } from './rule-subjects';
import { SONAR_RULE_FOLDERS } from './sonar-rule-folders';

/**
 * The package behind each rule prefix. Importing all of them takes 2.7 s, so only what the rules of a file name is
 * imported.
 */
const PACKAGES: Readonly<Record<string, string>> = {
  security: 'eslint-plugin-security',
  '@microsoft/sdl': '@microsoft/eslint-plugin-sdl',
  'no-unsanitized': 'eslint-plugin-no-unsanitized',
  'no-secrets': 'eslint-plugin-no-secrets',
  sonarjs: 'eslint-plugin-sonarjs',
  regexp: 'eslint-plugin-regexp',
  '@typescript-eslint': 'typescript-eslint',
  'react-hooks': 'eslint-plugin-react-hooks',
  vue: 'eslint-plugin-vue',
  'vuejs-accessibility': 'eslint-plugin-vuejs-accessibility',
  svelte: 'eslint-plugin-svelte',
  'testing-library': 'eslint-plugin-testing-library',
  compat: 'eslint-plugin-compat',
  n: 'eslint-plugin-n',
  yml: 'eslint-plugin-yml',
  jsonc: 'eslint-plugin-jsonc',
  toml: 'eslint-plugin-toml',
  '@html-eslint': '@html-eslint/eslint-plugin',
};

/** The prefix of rules that are written here. */
const OWN = 'assay';

/**
 * The module of one rule, in packages that are slow to load as a whole: of 1,065 modules that the SDL plugin loads, its
 * rules need 17. Their other modules are configurations, and rules that no tool has: 299 modules of eslint-plugin-n
 * know the syntax of each year.
 */
const RULE_MODULES: Readonly<Record<string, (rule: string) => string | undefined>> = {
  sonarjs: (rule) => SONAR_RULE_FOLDERS[rule] && `eslint-plugin-sonarjs/cjs/${SONAR_RULE_FOLDERS[rule]}/index.js`,
  '@microsoft/sdl': (rule) => `@microsoft/eslint-plugin-sdl/lib/rules/${rule}.js`,
  n: (rule) => `eslint-plugin-n/lib/rules/${rule}.js`,
};

const ES_MODULES = new Set(['n']);

/** The members of a plugin that are used. Several plugins have no types. */
export interface Plugin extends ESLint.Plugin {
  readonly rules: NonNullable<ESLint.Plugin['rules']>;
}

export interface LoadedPlugins {
  readonly byPrefix: ReadonlyMap<string, Plugin>;
  /** Rules that cannot run, and why. */
  readonly unavailable: readonly UnavailableRule[];
}

export interface UnavailableRule {
  readonly rule: string;
  readonly reason: string;
}

/** `@microsoft/sdl/no-cookies` → `@microsoft/sdl`; the rest may hold slashes too. */
export const prefixOf = (rule: string): string =>
  [OWN, ...Object.keys(PACKAGES)].find((prefix) => rule.startsWith(`${prefix}/`)) ?? rule;

const nameOf = (rule: string): string => rule.slice(prefixOf(rule).length + 1);

/** Loads the plugins that the rules need. If a plugin does not load, only its own rules are unavailable. */
export async function loadPlugins(rules: readonly string[]): Promise<LoadedPlugins> {
  const byPrefix = new Map<string, Plugin>();
  const broken = new Map<string, string>();
  for (const prefix of new Set(rules.map(prefixOf))) {
    try {
      const names = rules.filter((rule) => prefixOf(rule) === prefix).map(nameOf);
      byPrefix.set(prefix, (await loadRules(prefix, names)) ?? (await loadPlugin(prefix)));
      hasten(prefix);
    } catch (error) {
      broken.set(
        prefix,
        `${PACKAGES[prefix] ?? prefix} does not load: ` +
          `${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
    }
  }
  const unavailable = rules.flatMap((rule) => {
    const prefix = prefixOf(rule);
    const reason =
      broken.get(prefix) ??
      (byPrefix.get(prefix)!.rules[nameOf(rule)]
        ? undefined
        : `the installed ${PACKAGES[prefix] ?? 'Assay'} has no rule ${rule}`);
    return reason === undefined ? [] : [{ rule, reason }];
  });
  return { byPrefix, unavailable };
}

type RuleModule = Plugin['rules'][string] & { readonly rule?: Plugin['rules'][string] };

/** Loads these rules alone. Undefined if the package does not keep each of them in a module that is known here. */
async function loadRules(prefix: string, names: readonly string[]): Promise<Plugin | undefined> {
  const moduleOf = RULE_MODULES[prefix];
  const rules: Plugin['rules'] = {};
  for (const name of names) {
    const path = moduleOf?.(name);
    if (path === undefined || !isInstalled(path)) return undefined;
    const module = (
      ES_MODULES.has(prefix) ? ((await import(path)) as { readonly default: unknown }).default : require(path)
    ) as RuleModule;
    rules[name] = module.rule ?? module;
  }
  return { rules: mended(prefix, rules) };
}

function mended(prefix: string, rules: Plugin['rules']): Plugin['rules'] {
  return [repairs, withoutIdleLooks, aboutTheirSubjects].reduce(
    (before, mend) => ({ ...before, ...mend(prefix, before) }),
    rules,
  );
}

function isInstalled(path: string): boolean {
  try {
    require.resolve(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return false;
  }
}

async function loadPlugin(prefix: string): Promise<Plugin> {
  if (prefix === OWN) return { rules: ownRules };
  const name = PACKAGES[prefix];
  if (!name) throw new Error('it is not one of the known plugins');
  const module = (await import(name)) as { default?: unknown; plugin?: unknown };
  // typescript-eslint exports its plugin beside its configs. sonarjs is an ES module compiled to CommonJS, so its
  // default export contains another default.
  const candidates = [
    module,
    module.default,
    (module.default as { plugin?: unknown } | undefined)?.plugin,
    (module.default as { default?: unknown } | undefined)?.default,
  ];
  const plugin = candidates.find(
    (candidate): candidate is Plugin => typeof (candidate as Plugin | undefined)?.rules === 'object',
  );
  if (!plugin) throw new Error('it exports no rules');
  return { ...plugin, rules: mended(prefix, plugin.rules) };
}
