import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, RawFinding } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { readManifestFiles } from '../kit/packages/manifest-files';
import { oneLine } from '../kit/per-file';
import { memberOf, stringOf } from '../kit/positioned-json';
import { remembered } from '../kit/remembered';
import { type Part, conventionsOf, isProvided, isUsedByConvention } from './conventions';
import { hasOnlyAttempts } from '../kit/modules/attempts';
import { importsTypesOnly } from '../kit/modules/types-only';
import { submodulesOf } from '../kit/modules/submodules';
import { declaredToMeteor } from './meteor-packages';
import { type Mention, isConfiguration, isMentioned, mentionsFor } from './mentions';
import { namedInSources } from './named-in-sources';
import { type ProjectPackage, isBelow, isPackageName, projectPackages } from './packages';
import { namesMappedByProgram } from './mapped-names';
import { wantedAsPeers } from './peers';
import { type Resolution, resolutionOf } from './roots';
import { usedPackages } from './used-packages';

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

interface CheckedPackage extends ProjectPackage {
  readonly users: ReadonlyMap<string, readonly string[]>;
  readonly mentions: string;
  readonly configuration: readonly Mention[];
}

export const engine: Engine = {
  async run(pass, report) {
    report.engine('depcheck', installedVersion('depcheck'));
    const { manifests, unreadable: brokenManifests } = readManifestFiles(pass);
    const unreadable = new Map(brokenManifests);
    const checked: CheckedPackage[] = [];
    for (const [index, each] of projectPackages(
      manifests,
      pass.files.map(({ staged }) => staged).filter((file) => SOURCE.test(file)),
    ).entries()) {
      const used = await usedPackages(each, pass.root, join(pass.scratch, `package-${index}`));
      for (const [file, reason] of used.unreadable) unreadable.set(file, reason);
      const configuration = mentionsFor(each.folder, pass);
      checked.push({
        ...each,
        users: used.users,
        mentions: configuration.map(({ text }) => text).join('\n'),
        configuration,
      });
      report.progress(index + 1, manifests.length);
    }
    const peers = wantedAsPeers(pass, checked);
    const paths = pass.files.map(({ staged }) => staged);
    const submodules = submodulesOf(pass).filter((folder) => !paths.some((path) => isBelow(path, folder)));
    for (const tool of pass.tools) {
      const looksAt = picomatch([...tool.files], { dot: true });
      const found = checked.flatMap((each) => [
        ...unused(each, checked, { tool, peers, paths, root: pass.root }).map(unlessIn(submodules, each.folder)),
        ...missing(each, checked, tool, pass),
      ]);
      for (const finding of found) if (Object.hasOwn(tool.rules, finding.rule)) report.finding(tool.id, finding);
      for (const [file, reason] of unreadable) if (looksAt(file)) report.unreadable(tool.id, file, reason);
      report.completed(tool.id, { filesChecked: pass.files.filter(({ staged }) => looksAt(staged)).length });
    }
  },
};

interface Surroundings {
  readonly tool: ToolDefinition;
  readonly peers: ReadonlySet<string>;
  /** All files of the target. */
  readonly paths: readonly string[];
  readonly root: string;
}

/**
 * The files of a submodule are absent, and may use the package. A target could hide all such findings by naming a
 * submodule: so they are reported, and matter less.
 */
function unlessIn(submodules: readonly string[], folder: string): (finding: RawFinding) => RawFinding {
  const absent = submodules.find((each) => isBelow(each, folder));
  if (absent === undefined) return (finding) => finding;
  return (finding) => ({
    ...finding,
    severity: 'info',
    message: oneLine(`${finding.message}, unless the submodule ${absent} does`),
  });
}

/** Plugins, presets and shared configurations: the configuration that names them may be that of another package. */
const IS_PLUGIN = /(?:^|[/-])(?:plugin|preset|config)(?:-|$)/;

/** A package declared at the top may be used by any package below it. */
function unused(
  { manifest, folder, declared, configuration }: CheckedPackage,
  all: readonly CheckedPackage[],
  { tool, peers, paths, root }: Surroundings,
): RawFinding[] {
  const below = all.filter((other) => isBelow(other.manifest.file, folder));
  // There is no file that could use a package. A folder of configurations holds tools that are run from elsewhere.
  if (below.every(({ files }) => files.every(isConfiguration))) return [];
  const conventions = conventionsOf(tool.settings);
  const { commands } = conventions;
  const part: Part = {
    paths: paths.filter((path) => isBelow(path, folder)),
    declared: new Set(all.flatMap((each) => [...each.declared.keys()])),
    configuration,
  };
  const inUse = (name: string): boolean =>
    below.some(
      ({ users, mentions }) =>
        users.has(name) || [name, ...(commands[name] ?? [])].some((word) => isMentioned(word, mentions)),
    ) ||
    peers.has(name) ||
    isUsedByConvention(name, conventions, part) ||
    (IS_PLUGIN.test(name) && all.some(({ mentions }) => isMentioned(name, mentions))) ||
    all.some((other) => other.users.has(name) && !isDeclaredFor(other, all, name));
  const candidates = [...declared].filter(
    ([name, { section }]) =>
      (section === 'dependencies' || section === 'devDependencies') && !name.startsWith('@types/') && !inUse(name),
  );
  const sources = below.flatMap(({ files }) => files);
  const named = namedInSources(
    candidates.map(([name]) => name),
    sources,
    root,
  );
  return candidates
    .filter(([name]) => !named.has(name))
    .map(([name, { section, line }]) => ({
      rule: section === 'dependencies' ? 'unused-dependency' : 'unused-dev-dependency',
      file: manifest.file,
      line,
      message: `${name} is declared, but nothing imports or names it`,
    }));
}

/** Whether a package or one above it declares the name. One that does not gets it from where a sibling declares it. */
const isDeclaredFor = (user: CheckedPackage, all: readonly CheckedPackage[], name: string): boolean =>
  all.some(({ folder, declared }) => isBelow(user.manifest.file, folder) && declared.has(name));

function missing(
  { folder, users, mentions }: CheckedPackage,
  all: readonly CheckedPackage[],
  { settings }: ToolDefinition,
  pass: EnginePass,
): RawFinding[] {
  const above = all.filter((other) => isBelow(`${folder}/package.json`, other.folder) || other.folder === folder);
  const own = new Set(all.flatMap(({ manifest }) => stringOf(memberOf(manifest.json, 'name')) ?? []));
  const provided = new Set((settings?.['provided'] ?? []) as string[]);
  const scopes = new Set((settings?.['providedScopes'] ?? []) as string[]);
  const isOfMeteor = declaredToMeteor(pass);
  const resolution = resolutionOf(folder, pass, foldersOf(pass));
  const isOfTarget = (path: string): boolean =>
    pass.files.some(({ staged }) => staged === path || staged.startsWith(`${path}/`) || staged.startsWith(`${path}.`));
  const named = [mentions, ...pathsOfTypescript(folder, above)].join('\n');
  return [...users].flatMap(([name, files]) => {
    const known =
      own.has(name) ||
      provided.has(name) ||
      scopes.has(name.split('/')[0]!) ||
      above.some(({ declared }) => declared.has(name) || declared.has(typesOf(name))) ||
      isProvided(name, settings ?? {}, (plugin) => above.some(({ declared }) => declared.has(plugin)));
    if (known || !isPackageName(name) || isAlias(name, { folder, mentions: named, resolution }, isOfTarget)) return [];
    const mapped = namesMappedByProgram(pass);
    if (mapped.has(name) || mapped.has(name.split('/')[0]!)) return [];
    const undeclared = files
      .map((file) => ({ file, text: readFileSync(join(pass.root, file), 'utf8') }))
      .filter(({ file, text }) => !isOfMeteor(file, name) && !hasOnlyAttempts(text, name))
      .filter(({ file }) => !(resolution.isRelative && isOfTarget(posix.join(posix.dirname(file), name))));
    const others = all.some(({ declared }) => declared.has(name)) ? ', although other packages of the target do' : '';
    return undeclared.map(({ file, text }) => ({
      rule: 'missing-dependency',
      file,
      ...importLine(text, name),
      ...((IS_DECLARATION.test(file) || importsTypesOnly(text, name) || isOfAbsentTool(file, above)) && {
        severity: 'low' as const,
      }),
      message: `${name} is imported, but ${posix.join(folder, 'package.json')} does not declare it${others}`,
    }));
  });
}

const OF_TYPESCRIPT = /(?:^|\/)[jt]sconfig[^/]*\.json$/;

/** The configurations of TypeScript in the folders above a package, whose paths hold for its files, too. */
const pathsOfTypescript = (folder: string, above: readonly CheckedPackage[]): string[] =>
  above
    .flatMap(({ configuration }) => configuration)
    .filter(({ path }) => OF_TYPESCRIPT.test(path) && isBelow(`${folder}/package.json`, posix.dirname(path)))
    .map(({ text }) => text);

const CONFIGURES = /(?:^|\/)config\/(jest|karma|mocha|protractor)\//;
/** Scripts of Create React App run Jest. */
const RUNS_TOOLS = /^react-(?:app-rewired|scripts)$/;

/**
 * Whether a file is for a tool that no package declares and no script runs: it is left over then, and likelier to go
 * than to get its packages.
 */
function isOfAbsentTool(file: string, above: readonly CheckedPackage[]): boolean {
  const [, tool] = CONFIGURES.exec(file) ?? [];
  return (
    tool !== undefined &&
    !above.some(
      ({ declared, configuration }) =>
        [...declared.keys()].some((name) => name.split(/[/@-]/).includes(tool) || RUNS_TOOLS.test(name)) ||
        configuration.some(({ path, text }) => posix.basename(path) === 'package.json' && text.includes(tool)),
    )
  );
}

/** A declaration file of TypeScript: the program runs without it. */
const IS_DECLARATION = /\.d\.[cm]?ts$/;

const typesOf = (name: string): string => `@types/${name.startsWith('@') ? name.slice(1).replace('/', '__') : name}`;

/** Configured paths (`@app/orders`, `components/Button`) look like packages. */
function isAlias(
  name: string,
  {
    folder,
    mentions,
    resolution: { roots, aliases },
  }: Pick<CheckedPackage, 'folder' | 'mentions'> & { readonly resolution: Resolution },
  isOfTarget: (path: string) => boolean,
): boolean {
  const [first] = name.split('/') as [string];
  if (isMentioned(name, mentions) || (first.startsWith('@') && mentions.includes(`${first}/`))) return true;
  if (aliases.has(name) || aliases.has(first)) return true;
  return (
    ['', 'src', 'app', 'lib'].some((base) => isOfTarget(posix.join(folder, base, name))) ||
    roots.some((root) => isOfTarget(posix.join(root, name)))
  );
}

/** All folders that files of the target are in. */
const foldersOf = remembered(({ files }: EnginePass): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const { staged } of files)
    for (let folder = posix.dirname(staged); folder !== '.' && !folders.has(folder); folder = posix.dirname(folder))
      folders.add(folder);
  return folders;
});

function importLine(text: string, name: string): { line?: number } {
  const index = text
    .split('\n')
    .findIndex(
      (line) =>
        !/^\s*(?:\/[/*]|\*)/.test(line) &&
        [`'`, `"`, '`'].some((quote) => line.includes(`${quote}${name}${quote}`) || line.includes(`${quote}${name}/`)),
    );
  return { ...(index !== -1 && { line: index + 1 }) };
}
