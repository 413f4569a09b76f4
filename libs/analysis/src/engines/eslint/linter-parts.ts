import { pathToFileURL } from 'node:url';
import type { Linter } from 'eslint';
import type { ToolDefinition } from '../../catalogue/tool';
import type { FileKind } from './file-kind';
import { type Parsers, rulesOf } from './lint-config';
import { type LoadedPlugins, type Plugin, loadPlugins } from './plugins';

/** The plugins and parsers for a file, without ESLint itself. Loading takes longer than linting most files does. */
export interface LinterParts {
  /** The plugins with at least the rules of these tools, except some that the file cannot break. */
  plugins(tools: readonly ToolDefinition[], without?: ReadonlySet<string>): Promise<LoadedPlugins>;
  parsers(kind: FileKind, lenient: boolean): Promise<Parsers>;
}

/** A parser cannot be loaded, so no file of its kind can be judged. */
export class PartMissing extends Error {}

interface Loading {
  plugins(rules: readonly string[]): Promise<LoadedPlugins>;
  /** @param from the package that the parser was installed with, if it is not a dependency of this project itself */
  parser(name: string, from?: string): Promise<Linter.Parser>;
}

/** Loads each part when the first file needs it: no rule for React if no file uses React. */
export function partsOnDemand(load: Loading = { plugins: loadPlugins, parser: loadParser }): LinterParts {
  const loaded = new Map<string, Promise<LoadedPlugins>>();
  const parsers = new Map<string, Promise<Linter.Parser>>();
  const pluginsOf = (tool: ToolDefinition, without: ReadonlySet<string>): Promise<LoadedPlugins> => {
    const rules = rulesOf(tool).filter((rule) => !without.has(rule));
    return remembered(loaded, rules.join(), () => load.plugins(rules));
  };
  const parser = (name: string, from?: string) => remembered(parsers, name, () => load.parser(name, from));
  return {
    plugins: async (tools, without = new Set()) => {
      const each: LoadedPlugins[] = [];
      for (const tool of tools) each.push(await pluginsOf(tool, without));
      return merged(each);
    },
    parsers: async (kind, lenient) => ({
      typescript: needsTypescript(kind, lenient)
        ? await parser('@typescript-eslint/parser', 'typescript-eslint')
        : undefined,
      vue: kind === 'vue' ? await parser('vue-eslint-parser') : undefined,
      svelte: kind === 'svelte' ? await parser('svelte-eslint-parser', 'eslint-plugin-svelte') : undefined,
    }),
  };
}

/** Plain JavaScript is first parsed by ESLint's own parser. */
const needsTypescript = (kind: FileKind, lenient: boolean): boolean =>
  ['typescript', 'vue', 'svelte'].includes(kind) || (kind === 'javascript' && lenient);

function remembered<Value>(values: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>) {
  let value = values.get(key);
  if (!value) values.set(key, (value = make()));
  return value;
}

function merged(each: readonly LoadedPlugins[]): LoadedPlugins {
  const byPrefix = new Map<string, Plugin>();
  for (const { byPrefix: plugins } of each)
    for (const [prefix, plugin] of plugins)
      byPrefix.set(prefix, { ...plugin, rules: { ...byPrefix.get(prefix)?.rules, ...plugin.rules } });
  return { byPrefix, unavailable: each.flatMap(({ unavailable }) => unavailable) };
}

async function loadParser(name: string, from?: string): Promise<Linter.Parser> {
  try {
    const path =
      from === undefined ? name : pathToFileURL(require.resolve(name, { paths: [require.resolve(from)] })).href;
    const module = (await import(path)) as { default?: Linter.Parser };
    return module.default ?? (module as Linter.Parser);
  } catch (error) {
    throw new PartMissing(`${name} does not load: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
