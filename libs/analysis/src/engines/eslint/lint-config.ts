import type { Linter } from 'eslint';
import type { ToolDefinition } from '../../catalogue/tool';
import type { FileKind } from './file-kind';
import { SYNTAX_RULE } from './lint-job';
import type { Plugin } from './plugins';

/**
 * Where files are said to lie, instead of where they do. Plugins look around the file that they lint:
 * eslint-plugin-svelte requires `typescript` from beside it (code of the target), browserslist reads `.browserslistrc`,
 * svelte-eslint-parser `svelte.config.js`, eslint-plugin-compat babel's configuration, eslint-plugin-n and sonarjs
 * `package.json`. Here they find nothing, and a file's results depend on that file alone.
 */
export const NOWHERE = '/analysed-code';

/**
 * What eslint-plugin-compat judges by. Opera Mini, which `defaults` includes, runs scripts on a server and lacks nearly
 * everything.
 */
export const BROWSERS = 'defaults and not op_mini all';

/** What the catalogue may say in a tool's `settings` for this engine. */
export interface EslintSettings {
  /** ESLint's options of a rule. */
  readonly options?: Readonly<Record<string, readonly unknown[]>>;
  /** Rules that do not apply to some files, by minimatch patterns. */
  readonly except?: readonly { readonly files: readonly string[]; readonly rules: readonly string[] }[];
  /** The tool looks at a file only if its text holds one of these, in any case… */
  readonly mentions?: readonly string[];
  /** …or its name ends with one of these. */
  readonly orEndsWith?: readonly string[];
}

export const settingsOf = (tool: ToolDefinition): EslintSettings => (tool.settings ?? {}) as EslintSettings;

/** What a tool asks of ESLint: all of its rules but the one for files that do not parse, which is ours. */
export const rulesOf = (tool: ToolDefinition): string[] =>
  Object.keys(tool.rules).filter((rule) => rule !== SYNTAX_RULE);

export interface Parsers {
  readonly typescript: Linter.Parser | undefined;
  readonly vue: Linter.Parser | undefined;
  readonly svelte: Linter.Parser | undefined;
}

export interface ConfigRequest {
  readonly kind: FileKind;
  /**
   * Parse JavaScript with the TypeScript parser, which knows decorators and does not mind what is wrong only in
   * modules.
   */
  readonly lenient: boolean;
  readonly tools: readonly ToolDefinition[];
  readonly withoutRules: ReadonlySet<string>;
}

/** The configuration of one kind of file for some tools: ours alone, with nothing of the target's in it. */
export function lintConfig(
  request: ConfigRequest,
  plugins: ReadonlyMap<string, Plugin>,
  parsers: Parsers,
): Linter.Config[] {
  const { kind, lenient, tools, withoutRules } = request;
  const rules: Record<string, Linter.RuleEntry> = {};
  for (const tool of tools) {
    const { options = {} } = settingsOf(tool);
    for (const rule of rulesOf(tool)) if (!withoutRules.has(rule)) rules[rule] = ['error', ...(options[rule] ?? [])];
  }
  const exceptions = tools.flatMap((tool) => settingsOf(tool).except ?? []);
  return [
    { ignores: ['!**/node_modules/', '!**/.git/'] }, // which ESLint passes over by itself
    {
      files: ['**/*.*'], // ESLint takes `**/*` for no answer to whether a file is to be linted
      plugins: Object.fromEntries(plugins),
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
      settings: { lintAllEsApis: true, browsers: [BROWSERS] },
      ...languageOf(kind, lenient, plugins, parsers),
      rules,
    },
    ...exceptions.map(({ files, rules: names }) => ({
      files: [...files],
      rules: Object.fromEntries(names.map((rule) => [rule, 'off' as const])),
    })),
  ];
}

function languageOf(
  kind: FileKind,
  lenient: boolean,
  plugins: ReadonlyMap<string, Plugin>,
  { typescript, vue, svelte }: Parsers,
): Linter.Config {
  const globals = nodeGlobals(plugins);
  const jsx = { ecmaFeatures: { jsx: true } };
  const script = (parser: Linter.Parser | undefined, parserOptions: Linter.ParserOptions): Linter.Config => ({
    languageOptions: {
      ecmaVersion: 'latest',
      sourceType: 'module',
      globals,
      ...(parser ? { parser } : {}),
      parserOptions,
    },
  });
  switch (kind) {
    case 'javascript':
      return script(lenient ? typescript : undefined, jsx);
    case 'typescript':
      return script(typescript, {});
    case 'vue':
      return script(vue, { ...jsx, parser: lenient ? typescript : { ts: typescript, tsx: typescript } });
    case 'svelte':
      return script(svelte, { parser: lenient ? typescript : { ts: typescript } });
    case 'yaml':
      return { language: 'yml/yaml' };
    case 'json':
      return { language: 'jsonc/x' };
    case 'toml':
      return { language: 'toml/toml' };
    case 'html':
      return { language: '@html-eslint/html' };
  }
}

/**
 * eslint-plugin-n follows `process` and `Buffer` only where they are declared as globals; it publishes the list with
 * its configurations.
 */
function nodeGlobals(plugins: ReadonlyMap<string, Plugin>): NonNullable<Linter.LanguageOptions['globals']> {
  const config = plugins.get('n')?.configs?.['flat/recommended-script'] as Linter.Config | undefined;
  return ((config?.languageOptions ?? {})['globals'] as Linter.LanguageOptions['globals']) ?? {};
}
