/** Whose file it is, as its path tells. Where several roles fit, the one that stands later in this list holds. */
export const FILE_ROLES = [
  'own',
  'documentation',
  'example',
  'test',
  'generated',
  'lockfile',
  'build output',
  'minified',
  'vendored',
  'environment',
] as const;
export type FileRole = (typeof FILE_ROLES)[number];

/** What gives a role: the name of a folder above the file, a part of its path, or its own name. Folders
 * and paths are matched in lower case. */
interface Signs {
  readonly folder?: RegExp;
  readonly path?: RegExp;
  readonly name?: RegExp;
}

/** The conventions that linters, code hosts and package managers follow by default. */
/** One expression for several, which have the same flags. */
const anyOf = (...expressions: readonly RegExp[]): RegExp =>
  new RegExp(expressions.map(({ source }) => `(?:${source})`).join('|'), expressions[0]!.flags);

const SIGNS: Readonly<Record<Exclude<FileRole, 'own'>, Signs>> = {
  documentation: {
    folder: /^(?:docs?|documentation)$/,
    name: /\.(?:md|mdx|markdown|rst|adoc|asciidoc)$|^(?:licen[cs]e|copying|changelog|authors|notice)(?:\.txt)?$/i,
  },
  example: { folder: /^(?:examples?|samples?|demos?|playgrounds?|tutorials?)$/ },
  test: {
    folder:
      /^(?:tests?|specs?|__(?:tests?|specs?|mocks|fixtures|snapshots)__|e2e|cypress|playwright|test-?data|fixtures)$/,
    name: anyOf(
      /[._-](?:tests?|specs?|cy|e2e)\.\w+$/,
      /^test_.*\.py$|^conftest\.py$/,
      /[a-z0-9](?:Tests?|TestCase)\.(?:java|kt|cs|php|swift)$/,
    ),
  },
  generated: {
    folder: /^(?:generated|__generated__)$/,
    path: /(?:^|\/)migrations\/\d{4}_[^/]+\.py$/,
    name: anyOf(
      /\.pb(?:\.gw)?\.(?:go|cc|h)$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:js|d\.ts)$/,
      /\.(?:g|freezed)\.dart$|\.[Dd]esigner\.cs$|[._-]generated\.\w+$/,
    ),
  },
  lockfile: {
    name: anyOf(
      /^(?:package-lock|npm-shrinkwrap|packages\.lock)\.json$/i,
      /^(?:pnpm-lock\.yaml|go\.sum|gradle\.lockfile|[\w-]+\.lock)$/i,
    ),
  },
  'build output': {
    folder: /^(?:dist|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|coverage|htmlcov|__pycache__|\.gradle)$/,
    path: /(?:^|\/)(?:target\/(?:(?:test-)?classes|debug|release)|build\/(?:classes|intermediates|outputs|reports))\//,
  },
  minified: { name: /[.-]min\.[mc]?(?:js|css)$|\.bundle\.(?:js|css)$|\.(?:js|css)\.map$/ },
  vendored: {
    folder: /^(?:node_modules|bower_components|jspm_packages|vendors?|third[-_]?party|godeps|pods|carthage|\.yarn)$/,
    // Copies of the libraries that pages have loaded from their own site since before there were package managers.
    name: new RegExp(
      '^(?:jquery|bootstrap|angular|backbone|underscore|lodash|modernizr|html5shiv|mootools|three|d3|normalize)' +
        String.raw`(?:[-.](?:v?\d[\w.]*|slim|bundle|module|ui|rtl|theme))*\.(?:js|css)$`,
      'i',
    ),
  },
  environment: {
    folder: /^(?:\.venv|venv|virtualenv|site-packages|__pypackages__|\.tox|\.nox|\.conda|\.direnv)$/,
  },
};

const ROLES = FILE_ROLES.filter((role) => role !== 'own').toReversed();

/** @param path relative to the target, with slashes */
export function fileRole(path: string): FileRole {
  const lower = path.toLowerCase();
  const folders = lower.split('/').slice(0, -1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const fits = ({ folder, path: part, name: file }: Signs) =>
    folders.some((each) => folder?.test(each)) || part?.test(lower) || file?.test(name);
  return ROLES.find((role) => fits(SIGNS[role])) ?? 'own';
}
