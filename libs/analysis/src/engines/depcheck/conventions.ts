import { posix } from 'node:path';
import { isMentioned } from './mentions';

/** The catalogue's conventions for packages that nothing imports. Names may end with `*`. */
export interface Conventions {
  /** Other names of a package, such as its commands. */
  readonly commands: Names;
  /** Parts of paths that show that a package reads the file. */
  readonly readBy: Names;
  /** Extensions of the files that a package compiles. */
  readonly languages: Names;
  /** The packages that load it by themselves, or need it beside them. */
  readonly loadedBy: Names;
}

type Names = Readonly<Record<string, readonly string[]>>;

export const conventionsOf = (settings: Readonly<Record<string, unknown>> = {}): Conventions => ({
  commands: (settings['commands'] ?? {}) as Names,
  readBy: (settings['readBy'] ?? {}) as Names,
  languages: (settings['languages'] ?? {}) as Names,
  loadedBy: (settings['loadedBy'] ?? {}) as Names,
});

/** A part of a project: the files below a package.json, what it declares, and its configuration by path. */
export interface Part {
  readonly paths: readonly string[];
  readonly declared: ReadonlySet<string>;
  readonly configuration: readonly { readonly path: string; readonly text: string }[];
}

/** Whether a package that nothing names is used by the convention of its kind. */
export const isUsedByConvention = (name: string, conventions: Conventions, part: Part): boolean =>
  namesOf(conventions.languages, name).some((end) => part.paths.some((path) => path.endsWith(end))) ||
  namesOf(conventions.readBy, name).some((word) => part.paths.some((path) => `/${path}`.includes(`/${word}`))) ||
  namesOf(conventions.loadedBy, name).some((host) => part.declared.has(host)) ||
  isPluginByShortName(name, part);

/** Whether a plugin of a bundler that the project declares puts something else in the place of a package. */
export const isProvided = (name: string, settings: Readonly<Record<string, unknown>>, declared: Declared): boolean =>
  namesOf((settings['providedBy'] ?? {}) as Names, name).some((plugin) => declared(plugin));

type Declared = (name: string) => boolean;

const namesOf = (names: Names, name: string): readonly string[] => [
  ...(Object.hasOwn(names, name) ? names[name]! : []),
  ...Object.entries(names).flatMap(([pattern, found]) =>
    pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)) ? found : [],
  ),
];

/**
 * The short name of a plugin: `eslint-plugin-vue` is `vue` in the configuration of ESLint, and `@scope/eslint-plugin`
 * is `@scope`.
 */
const PLUGIN = new RegExp(
  String.raw`^(?:(@[\w.-]+)\/)?(eslint|babel|stylelint|postcss|rollup|commitlint|remark|rehype|prettier)` +
    String.raw`-?(?:plugin|config|preset|import-resolver|loader)?(?:-(.+))?$`,
);

/** Whether the configuration of its host names a plugin or a shared configuration by its short name. */
function isPluginByShortName(name: string, { configuration }: Part): boolean {
  const [, scope, host, rest] = PLUGIN.exec(name) ?? [];
  if (host === undefined) return false;
  const short = [scope, rest].filter((each) => each !== undefined).join('/');
  return (
    short !== '' &&
    configuration.some(
      ({ path, text }) =>
        (posix.basename(path).includes(host) || (path.endsWith('package.json') && text.includes(`"${host}Config"`))) &&
        isMentioned(short, text),
    )
  );
}
