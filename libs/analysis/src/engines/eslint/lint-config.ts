import type { Linter } from 'eslint';
import type { ToolDefinition } from '../../catalogue/tool';
import type { FileKind } from './file-kind';
import { SYNTAX_RULE, TWICE_RULE } from './lint-job';
import type { MAY_FIND } from './may-find';
import { globalsOfBrowsers, globalsOfNode } from './declared-globals';
import type { Plugin } from './plugins';

/**
 * A folder that does not exist, which is given to ESLint instead of the real one. Plugins look around the file that
 * they lint. eslint-plugin-svelte requires `typescript` from beside it (code of the target), browserslist reads
 * `.browserslistrc`, svelte-eslint-parser `svelte.config.js`, eslint-plugin-compat babel's configuration,
 * eslint-plugin-n and sonarjs `package.json`. In this folder they find nothing, so a file's results depend only on that
 * file.
 */
export const NOWHERE = '/analysed-code';

/**
 * The browsers for eslint-plugin-compat. Opera Mini is excluded from `defaults`, because it runs scripts on a server
 * and lacks nearly everything, and so is KaiOS, which runs on telephones with keys.
 */
export const BROWSERS = 'defaults and not op_mini all and not kaios > 0';

/** The `settings` that a tool in the catalogue has for this engine. */
interface EslintSettings {
  /** ESLint's options of a rule. */
  readonly options?: Readonly<Record<string, readonly unknown[]>>;
  /** Rules that do not apply to some files, by minimatch patterns. */
  readonly except?: readonly { readonly files: readonly string[]; readonly rules: readonly string[] }[];
  /** The tool looks at a file only if its text contains one of these, in any case… */
  readonly mentions?: readonly string[];
  /** …or its name ends with one of these. */
  readonly orEndsWith?: readonly string[];
  /**
   * Rules that can find something only in a text that contains one of these, in any case. Other files do not load them.
   */
  readonly ruleMentions?: readonly { readonly rules: readonly string[]; readonly mentions: readonly string[] }[];
  /** The tool looks at a file only if its text may contain the subject of its rules. */
  readonly mayFind?: keyof typeof MAY_FIND;
}

export const settingsOf = (tool: ToolDefinition): EslintSettings => (tool.settings ?? {}) as EslintSettings;

/** The rules of a tool that ESLint runs. The rules about what a parser refuses are Assay's own. */
export const rulesOf = (tool: ToolDefinition): string[] =>
  Object.keys(tool.rules).filter((rule) => rule !== SYNTAX_RULE && rule !== TWICE_RULE);

export interface Parsers {
  readonly typescript: Linter.Parser | undefined;
  readonly vue: Linter.Parser | undefined;
  readonly svelte: Linter.Parser | undefined;
}

export interface ConfigRequest {
  readonly kind: FileKind;
  /**
   * Parses JavaScript with the TypeScript parser. It knows decorators, and accepts code that is an error only in
   * modules.
   */
  readonly lenient: boolean;
  readonly tools: readonly ToolDefinition[];
  /** Rules that cannot find anything in the file, so that they are not loaded. */
  readonly idle?: ReadonlySet<string>;
  /** All rules that do not run: idle ones, unavailable ones, those that threw, and slow ones. */
  readonly withoutRules: ReadonlySet<string>;
  readonly watched?: boolean;
}

/** Makes the configuration of one kind of file for some tools. It contains nothing of the target. */
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
    { ignores: ['!**/node_modules/', '!**/.git/'] }, // ESLint ignores these by default
    {
      files: ['**/*.*'], // ESLint does not count `**/*` as a pattern that selects files
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
  const globals = declaredGlobals(plugins);
  const jsx = { ecmaFeatures: { jsx: true } };
  const script = (parser: Linter.Parser | undefined, parserOptions: Linter.ParserOptions): Linter.Config => ({
    languageOptions: {
      ecmaVersion: 'latest',
      sourceType: 'module',
      globals,
      ...(parser && { parser }),
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

/** Rules of these plugins check only what is declared as a global: `process` and `Buffer`, `window` and `location`. */
const declaredGlobals = (plugins: ReadonlyMap<string, Plugin>): NonNullable<Linter.LanguageOptions['globals']> => ({
  ...(plugins.has('n') && globalsOfNode()),
  ...(plugins.has('svelte') && globalsOfBrowsers()),
});
