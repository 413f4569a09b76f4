import type { ICruiseResult, IModule } from 'dependency-cruiser';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, RawFinding } from '../engine';
import { escapedForRegex } from '../kit/escaped-for-regex';
import { installedVersion } from '../kit/installed-version';
import { oneLine } from '../kit/per-file';
import { hasOnlyAttempts } from '../kit/modules/attempts';
import { isReferredTo } from '../kit/modules/orphans';
import { readModules } from '../kit/modules/readable-modules';
import { isInSubmodule } from '../kit/modules/submodules';
import { isMadeByBuild } from './ignored-files';
import { isInOtherLanguage } from './other-languages';
import { loadWithoutCompilers } from './without-compilers';

const MODULE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/**
 * Imports that do not name a module of the tree: assets, syntax of loaders, and files that a build creates later.
 */
const NOT_A_MODULE = new RegExp(
  String.raw`[?!]|\.(?![cm]?[jt]sx?$)[a-z0-9]{2,5}$|[.-](?:gen|generated)(?:\.[cm]?[jt]sx?)?$|` +
    String.raw`(?:^|\/)(?:dist|build|generated|__generated__|_generated|\.[a-z])|` +
    String.raw`(?:^|\/)(?:gen|out|pkg|paraglide|styled-system)(?:\/|$)`,
  'i',
);

/** The maximum number of modules that may stop a run. Each costs the time up to it once more. */
const MOST_BROKEN = 10;

export const engine: Engine = {
  async run(pass, report) {
    const modules = pass.files.filter(({ staged }) => MODULE.test(staged));
    const { texts, unreadable } = readModules(pass.root, modules);
    const result = await cruiseReadable(pass, new Set(modules.map(({ staged }) => staged)), unreadable);
    report.engine('dependency-cruiser', result.version);

    for (const tool of pass.tools) {
      const looksAt = picomatch([...tool.files], { dot: true });
      const own = pass.files.filter(({ staged }) => looksAt(staged));
      // dependency-cruiser follows imports also into files that the scan leaves out.
      const judged = new Set(own.map(({ staged }) => staged));
      const found = findings(tool, result.modules, result.cycles, texts, pass).filter(
        ({ file }) => file !== undefined && judged.has(file),
      );
      for (const finding of found.sort(byPlace)) report.finding(tool.id, finding);
      for (const [file, reason] of unreadable) if (looksAt(file)) report.unreadable(tool.id, file, reason);
      report.completed(tool.id, { filesChecked: own.length });
    }
  },
};

interface Cruised {
  readonly version: string;
  readonly modules: readonly IModule[];
  readonly cycles: readonly Cycle[];
}

/**
 * The modules of a cycle in the order of their imports. `specifier` is the name by which the first imports the second.
 */
interface Cycle {
  readonly from: string;
  readonly specifier: string;
  readonly path: readonly string[];
}

/**
 * Repeats the run without each module that dependency-cruiser cannot follow, and puts it into `unreadable`. Such a
 * module ends the whole run: `import typeof` of Flow in a TypeScript file does.
 */
async function cruiseReadable(
  pass: EnginePass,
  modules: ReadonlySet<string>,
  unreadable: Map<string, string>,
): Promise<Cruised> {
  for (let broken = 0; ; broken += 1) {
    try {
      return await cruiseTree(pass, [...unreadable.keys()]);
    } catch (error) {
      const { file, reason } = brokenModule(error);
      if (broken === MOST_BROKEN || !modules.has(file) || unreadable.has(file)) throw error;
      unreadable.set(file, oneLine(`dependency-cruiser cannot follow its imports: ${reason}`));
    }
  }
}

/** The module at which dependency-cruiser stopped. The message is `ran afoul of…`, the reason, `... in` its path. */
function brokenModule(error: unknown): { readonly file: string; readonly reason: string } {
  const message = error instanceof Error ? error.message : String(error);
  const [, reason = message, file = ''] = /ran afoul of\.\.\.\s+([^]*?)\s*\.\.\. in ([^\n]+)\s*$/.exec(message) ?? [];
  return { file, reason };
}

/** Imports of assets. A name such as `orders.types` has no file extension and is a module. */
const ASSETS =
  '\\.(?:css|s[ac]ss|less|styl|svg|png|jpe?g|gif|webp|avif|ico|bmp|woff2?|[ot]tf|eot|mp[34]|webm|ogg|wav|pdf|txt|' +
  'mdx?|html?|vue|svelte|astro|graphql|gql|ya?ml|toml|xml|csv|wasm|glsl|vert|frag|hbs|ejs|njk|pug)$';

/** Declaration files contain types alone, which no program loads. */
const DECLARATIONS = '\\.d\\.[cm]?ts$';

/**
 * Runs dependency-cruiser without the target's configuration: the options `tsConfig`, `webpackConfig` and `babelConfig`
 * are not set. `validate` is needed, because only then does it search for cycles.
 */
async function cruiseTree(pass: EnginePass, unreadable: readonly string[]): Promise<Cruised> {
  const { cruise } = await loadWithoutCompilers();
  process.chdir(pass.root); // it resolves against the working directory, even if baseDir is set
  const { output } = await cruise(['.'], {
    baseDir: pass.root,
    validate: true,
    ruleSet: {
      forbidden: [
        {
          name: 'cycle',
          severity: 'warn',
          from: {},
          to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'], pathNot: DECLARATIONS } },
        },
      ],
    },
    exclude: {
      path: ['(^|/)node_modules/', ASSETS, ...unreadable.map((file) => `^${escapedForRegex(file)}$`)],
    },
    tsPreCompilationDeps: true, // otherwise a module with only types looks like an orphan
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser gave a report instead of a graph');
  return { version: installedVersion('dependency-cruiser'), modules: output.modules, cycles: cyclesOf(output) };
}

const cyclesOf = ({ summary }: ICruiseResult): Cycle[] =>
  summary.violations.flatMap(({ type, from, unresolvedTo, cycle }) =>
    type === 'cycle' && cycle ? [{ from, specifier: unresolvedTo ?? '', path: cycle.map(({ name }) => name) }] : [],
  );

/** A target's own statements about its files may lower a finding, but not hide it. */
function ofMissing(pass: EnginePass, source: string, module: string): Pick<RawFinding, 'message' | 'severity'> {
  const message = oneLine(`“${module}” is no file of the project`);
  if (isInSubmodule(pass, source, module))
    return { severity: 'low', message: `${message}; .gitmodules names its folder` };
  if (isMadeByBuild(pass, source, module))
    return { severity: 'low', message: `${message}; .gitignore names it, so a build may make it` };
  return { message };
}

function findings(
  tool: ToolDefinition,
  modules: readonly IModule[],
  cycles: readonly Cycle[],
  texts: ReadonlyMap<string, string>,
  pass: EnginePass,
): RawFinding[] {
  return Object.keys(tool.rules).flatMap((rule): RawFinding[] => {
    switch (rule) {
      case 'circular-dependency':
        return cycles.map(({ from, specifier, path }) => ({
          rule,
          file: from,
          ...lineOf(texts.get(from), specifier),
          message: oneLine(`The imports run in a circle: ${[from, ...path].join(' → ')}`),
        }));
      case 'unresolved-import':
        return modules.flatMap(({ source, dependencies }) =>
          dependencies
            .filter(
              ({ couldNotResolve, module }) =>
                couldNotResolve &&
                /^\.{1,2}(\/|$)/.test(module) &&
                !NOT_A_MODULE.test(module.replace(/^(\.{1,2}\/)+/, '')),
            )
            .filter(
              ({ module }) =>
                staysInside(source, module) &&
                !isInOtherLanguage(pass.root, source, module) &&
                !hasOnlyAttempts(texts.get(source) ?? '', module),
            )
            .map(({ module }) => ({
              rule,
              file: source,
              ...lineOf(texts.get(source), module),
              ...ofMissing(pass, source, module),
            })),
        );
      case 'orphan-module': {
        const unresolved = modules.flatMap(({ dependencies }) =>
          dependencies.filter(({ couldNotResolve }) => couldNotResolve).map(({ module }) => module),
        );
        const entries = picomatch((tool.settings?.['entryPoints'] ?? []) as string[], { dot: true });
        return modules
          .filter(
            ({ source, orphan }) => orphan && texts.has(source) && texts.get(source)!.trim() !== '' && !entries(source),
          )
          .filter(({ source }) => !isReferredTo(source, unresolved, pass))
          .map(({ source }) => ({ rule, file: source, message: 'Nothing imports this module and it imports nothing' }));
      }
      default:
        throw new Error(`dependency-cruiser has no rule ${rule}`);
    }
  });
}

/** Whether an import stays inside the analysed tree. A file outside may exist at the tree's original place. */
function staysInside(source: string, specifier: string): boolean {
  const depth = source.split('/').length - 1;
  return specifier.split('/').filter((part) => part === '..').length <= depth;
}

/** The first line that quotes the specifier, because dependency-cruiser gives no positions. */
function lineOf(text: string | undefined, specifier: string): { line?: number } {
  const index =
    text
      ?.split('\n')
      .findIndex((line) => [`'`, `"`, '`'].some((quote) => line.includes(`${quote}${specifier}${quote}`))) ?? -1;
  return { ...(index !== -1 && { line: index + 1 }) };
}

const byPlace = (a: RawFinding, b: RawFinding) =>
  order(a.file ?? '', b.file ?? '') || (a.line ?? 0) - (b.line ?? 0) || order(a.message, b.message);
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
