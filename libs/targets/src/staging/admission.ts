import { UNKNOWN_LANGUAGE, detectLanguage, languageKind } from '@assay/source-text';
import { markName } from './file-names';

/**
 * What of a target is staged, by name. The rule: everything that is text or an image, so that a secret in any of it is
 * found, under a name by which no engine takes it for its own settings.
 *
 * - Files that steer an engine (`.eslintrc`, `biome.json`, ignore files …) are data to us and instructions to it:
 *   oxlint ran code named in a nested `.oxlintrc.json`, a nested `biome.json` hid every result. They are staged, since
 *   they may hold a token or, as `eslint.config.js`, are code like any other; but as `eslint.config~inert.js`, which
 *   none looks up. Findings show the real path. Dotfiles that we do not know are marked likewise: tomorrow's engine may
 *   read one.
 * - `package.json` and `tsconfig.json` keep their names, the dependency and type tools need them; the settings of
 *   engines within a `package.json` are made inert in place (`inert-manifest.ts`). `pyproject.toml` and `setup.cfg`
 *   keep theirs: the Python engine runs in memory and reads no file.
 * - `webpack.config.js`, `vite.config.ts`, `jest.config.js` and the like keep their names: no engine of ours looks them
 *   up or runs them (depcheck's `specials`, which did, are off).
 * - `.npmrc`, `.env`, `.netrc` and other homes of credentials keep theirs: nothing of ours installs or connects.
 */
export const SKIPPED_FOLDERS: ReadonlyMap<string, SkipReason> = new Map([
  ['.git', 'version control data'],
  ['.hg', 'version control data'],
  ['.svn', 'version control data'],
  ['.jj', 'version control data'],
  ['cvs', 'version control data'],
  ['node_modules', 'installed dependencies'],
  ['bower_components', 'installed dependencies'],
]);

export type SkipReason =
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
  | 'the staging folder itself';

const TOOLS =
  '(eslint|oxlint|stylelint|prettier|biome|rome|htmlhint|htmlvalidate|markdownlint|cspell|alex|jscpd|depcheck|madge|secretlint|dclint|dockerfilelint|hadolint|' +
  'shellcheck|commitlint|spectral|redocly|svgo|browserslist|swc|babel|ruff|flake8|pylint|actionlint|dependency-cruiser|svelte|remark|textlint|hint)';
const DATA = '(jsonc?|json5|ya?ml|toml|ini)';
const CODE_OR_DATA = `([cm]?[jt]s|${DATA})`;

/** By the whole name, lower case. `prettier.ts` is somebody's module, `prettier.json` is not. */
const STEERING = [
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

export const isSteering = (name: string): boolean => STEERING.some((pattern) => pattern.test(name.toLowerCase()));

/**
 * The name under which a file is staged: one that steers nothing, and that the tools' patterns match. Node runs
 * `app.JS` and a server serves it, while most patterns ask for `*.js`. `name` is safe already.
 */
export function inertName(name: string): string {
  const unknownDotfile = name.startsWith('.') && detectLanguage(name) === UNKNOWN_LANGUAGE;
  return isSteering(name) || unknownDotfile ? markName(name, 'inert') : withPlainExtension(name);
}

/** `app.JS` is `app.js`; what is no text keeps its name. */
function withPlainExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  const plain = dot > 0 ? `${name.slice(0, dot)}${name.slice(dot).toLowerCase()}` : name;
  return plain === name || [undefined, 'image'].includes(languageKind(detectLanguage(name))) ? name : plain;
}

export const isImage = (language: string): boolean => languageKind(language) === 'image';
