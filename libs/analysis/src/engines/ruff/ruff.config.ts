import type { ToolDefinition } from '../../catalogue/tool';

export interface RuffOptions {
  readonly 'target-version': string;
  readonly preview: false;
  readonly builtins: readonly string[];
  readonly lint: Readonly<Record<string, unknown>> & { readonly select: readonly string[] };
}

/** Names that later versions, Windows or gettext define. */
const NEWER_BUILTINS = ['BaseExceptionGroup', 'ExceptionGroup', 'PythonFinalizationError', 'WindowsError', '_'];

/** Names that say of themselves that nobody uses the value. */
const UNUSED_NAMES = '^(_+|_+\\w*[a-zA-Z0-9]|(dummy|unused|ignored?)\\w*)$';

/**
 * Makes one workspace for all tools, with exactly their rules. Tools give options of Ruff's linters in `settings.ruff`.
 * The target's Python version is not known without its configuration. 3.10 is the oldest version that was supported in
 * 2026, so Ruff proposes nothing that needs a newer one.
 */
export function optionsFor(tools: readonly ToolDefinition[]): RuffOptions {
  const linters = Object.assign({}, ...tools.map(({ settings }) => settings?.['ruff'] ?? {})) as Record<
    string,
    unknown
  >;
  const select = [...new Set(tools.flatMap(({ rules }) => Object.keys(rules)))].sort();
  return {
    'target-version': 'py310',
    preview: false,
    builtins: NEWER_BUILTINS,
    lint: { ...linters, 'dummy-variable-rgx': UNUSED_NAMES, select },
  };
}

const TEST_FILE = /(?:^|\/)(?:tests?\/.*|test_[^/]*|[^/]*_test|conftest|tests)\.py$/;

/**
 * Rules that do not apply to some files. They are listed here because Ruff's WebAssembly build does not know the file's
 * name.
 */
const EXEMPTIONS: readonly { readonly files: RegExp; readonly rules: ReadonlySet<string> }[] = [
  // A package imports names so that others can import them from it, and it lists its modules in __all__.
  { files: /(?:^|\/)__init__\.py$/, rules: new Set(['F401', 'F403', 'F822', 'E402']) },
  // Django writes migrations, and their attributes are read once.
  { files: /(?:^|\/)migrations\/\d{4}_[^/]*\.py$/, rules: new Set(['RUF012']) },
  // Tests use invented passwords, and may repeat and call what production code must not.
  {
    files: TEST_FILE,
    rules: new Set([
      'S105',
      'S106',
      'S107',
      'S108',
      'S113',
      'S311',
      'D101',
      'D103',
      'ANN401',
      'PLR0913',
      'PLR0915',
      'B018',
      'PLR0124',
    ]),
  },
];

export const isExempt = (path: string, rule: string): boolean =>
  EXEMPTIONS.some(({ files, rules }) => rules.has(rule) && files.test(path));
