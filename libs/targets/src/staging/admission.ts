import { UNKNOWN_LANGUAGE, detectLanguage, languageKind } from '@assay/source-text';
import { markName } from '@assay/archives';

/**
 * Decides by name which files of a target are staged, and under which name. Every text and every image is staged, so
 * that secrets are found in all of them. The staged name is one that no engine takes for its own settings.
 *
 * - Files that configure an engine (`.eslintrc`, `biome.json`, ignore files) are data for Assay but instructions for
 *   the engine. oxlint once ran code that a nested `.oxlintrc.json` named, and a nested `biome.json` hid every result.
 *   These files are staged, because they may hold a token, or are code like `eslint.config.js`. But they get a name
 *   that no engine looks up: `eslint.config~inert.js`. Findings show the real path. Unknown dotfiles are renamed in the
 *   same way, because a future engine may read one.
 * - `package.json` and `tsconfig.json` keep their names, because the dependency and type tools need them. Settings of
 *   engines inside a `package.json` are made inert in place (`inert-manifest.ts`). `pyproject.toml` and `setup.cfg`
 *   keep their names too: the Python engine runs in memory and reads no file.
 * - `webpack.config.js`, `vite.config.ts`, `jest.config.js` and the like keep their names: no engine looks them up or
 *   runs them (depcheck's `specials` did, and are off).
 * - `.npmrc`, `.env`, `.netrc` and other files with credentials keep their names: no engine installs or connects.
 */
export const SKIPPED_FOLDERS: ReadonlyMap<string, FileSkipReason> = new Map<string, FileSkipReason>([
  ['.git', 'version control data'],
  ['.hg', 'version control data'],
  ['.svn', 'version control data'],
  ['.jj', 'version control data'],
  ['cvs', 'version control data'],
  ['node_modules', 'installed dependencies'],
  ['bower_components', 'installed dependencies'],
]);

/** The same where a scan includes what is installed. */
export const NEVER_STAGED: typeof SKIPPED_FOLDERS = new Map(
  [...SKIPPED_FOLDERS].filter(([, reason]) => reason !== 'installed dependencies'),
);

export type FileSkipReason =
  | 'version control data'
  | 'installed dependencies'
  | 'symbolic link'
  | 'not a regular file'
  | 'binary format'
  | 'binary content'
  | 'too large'
  | 'permission denied'
  | 'changed while it was read'
  | 'unreadable'
  | 'path too long'
  | 'the staging folder itself'
  | 'rules of too much work'
  | 'submodule'
  | 'left out by the configuration';

const TOOLS = `(${[
  'eslint|oxlint|stylelint|prettier|biome|rome|htmlhint|htmlvalidate|markdownlint|cspell|alex|jscpd|depcheck|madge',
  'secretlint|dclint|dockerfilelint|hadolint|shellcheck|commitlint|spectral|redocly|svgo|browserslist|swc|babel',
  'ruff|flake8|pylint|actionlint|dependency-cruiser|svelte|remark|textlint|hint',
].join('|')})`;
const DATA = '(jsonc?|json5|ya?ml|toml|ini)';
const CODE_OR_DATA = `([cm]?[jt]s|${DATA})`;

/** Matches the whole name in lower case. `prettier.ts` is an ordinary module, but `prettier.json` is configuration. */
const ENGINE_CONFIGURATION = [
  `\\.?${TOOLS}rc(\\..*)?`,
  `\\.?${TOOLS}\\.config\\.${CODE_OR_DATA}`,
  `\\.${TOOLS}(-cli\\d*)?(\\.lint-ignore)?(\\.${CODE_OR_DATA})?`,
  `${TOOLS}\\.${DATA}`,
  'browserslist',
  'sgconfig\\.ya?ml',
  '\\.[a-z-]*ignore',
  '\\.editorconfig',
  '\\.eslintcache',
  '\\.stylelintcache',
].map((pattern) => new RegExp(`^${pattern}$`));

const isEngineConfiguration = (name: string): boolean =>
  ENGINE_CONFIGURATION.some((pattern) => pattern.test(name.toLowerCase()));

/**
 * The name under which a file is staged. It configures no engine, and the tools' patterns match it: Node runs `app.JS`
 * and servers serve it, but most patterns are like `*.js`. `name` must already be safe.
 */
export function inertName(name: string): string {
  const unknownDotfile = name.startsWith('.') && detectLanguage(name) === UNKNOWN_LANGUAGE;
  return isEngineConfiguration(name) || unknownDotfile ? markName(name, 'inert') : withPlainExtension(name);
}

/** Turns `app.JS` into `app.js`. A file that is not text keeps its name. */
function withPlainExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  const plain = dot > 0 ? `${name.slice(0, dot)}${name.slice(dot).toLowerCase()}` : name;
  return plain === name || [undefined, 'image'].includes(languageKind(detectLanguage(name))) ? name : plain;
}

export const isImage = (language: string): boolean => languageKind(language) === 'image';
