import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis, Problem as TypesProblem } from '@arethetypeswrong/core';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, Unreadable, judgeEachText } from '../kit/per-file';
import { type NpmPackage, packageReader } from '../kit/packages/published-packages';
import { memberOf } from '../kit/positioned-json';
import { entryFiles, stringsIn } from './entries';
import { foreignNames } from './foreign-names';
import { problemsOf } from './problems';

/** The files that matter for resolution. An index of all files would include pictures too. */
const RESOLVED = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;
/** Files with types for the checker. Without any it has nothing to check, and it takes a second to load. */
const TYPES = /\.(?:[cm]?ts|tsx)$/;
/** The most bytes of a package. All files are kept in memory, both as text and as syntax trees. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A valid package name. It becomes part of the paths under which the package is imported. */
const NAME = /^(?:@[a-z0-9-~][\w.~-]*\/)?[a-z0-9-~][\w.~-]*$/i;

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Are the types wrong', installedVersion('@arethetypeswrong/core'));
    const packageOf = packageReader(pass);
    await judgeEachText(pass, report, async ({ file, text }): Promise<Problem[]> => {
      const published = packageOf(file.staged, text);
      if (!published || isCommandOnly(published) || !isComplete(published)) return [];
      if (!NAME.test(published.name)) throw new Unreadable("its name is not a package's");
      const texts = contents(published, pass.root, text);
      if (!Object.keys(texts).some((path) => TYPES.test(path))) return [];
      const { Package, checkPackage } = await import('@arethetypeswrong/core');
      const result = await checkPackage(new Package(texts, published.name, published.version));
      return hasTypes(result)
        ? problemsOf(
            withoutForeign(
              result.problems.filter((each) => isOfModules(each, published)),
              texts,
            ),
            published,
          )
        : [];
    });
  },
};

/** Whether a package is a command only: it has a `bin` and nothing to import. */
const isCommandOnly = ({ json, files }: NpmPackage): boolean =>
  memberOf(json, 'bin') !== undefined &&
  !['main', 'module', 'exports', 'types', 'typings', 'browser'].some((member) => memberOf(json, member)) &&
  !files.has('index.js') &&
  !files.has('index.d.ts');

/**
 * Whether a problem is about modules and their types. A style sheet or a picture is no module, and a package that ships
 * its sources leaves the resolution of their imports to a bundler.
 */
function isOfModules(problem: TypesProblem, { json }: NpmPackage): boolean {
  if (problem.kind === 'InternalResolutionError') return !/(?<!\.d)\.[cm]?tsx?$/.test(problem.fileName);
  if (problem.kind !== 'NoResolution' || problem.entrypoint === '.') return true;
  const targets = stringsIn(memberOf(memberOf(json, 'exports'), problem.entrypoint));
  return targets.length === 0 || targets.some((target) => MODULE.test(target));
}

/** Targets of an entry that are imported as modules. The end of a pattern is unknown. */
const MODULE = /\.(?:[cm]?[jt]sx?|json|node|\*)$|\/[^./]*$/;

/**
 * Whether all entries of the manifest exist. In a source tree that is not built yet, every entry would fail. In a
 * published package, a missing entry is a finding, unless the file was only left out of the copy.
 */
function isComplete({ json, state, files, isLeftOut }: NpmPackage): boolean {
  const missing = entryFiles(json).filter(
    (entry) => !['', '.js', '.json', '/index.js'].some((more) => files.has(`${entry}${more}`)),
  );
  return state === 'published' ? !missing.some(isLeftOut) : missing.length === 0;
}

function contents({ files, name }: NpmPackage, root: string, manifest: string): Record<string, string> {
  // The object has no prototype, because the package chooses its keys.
  const texts = Object.create(null) as Record<string, string>;
  let bytes = 0;
  for (const [path, { staged }] of files) {
    if (!RESOLVED.test(path)) continue;
    if ((bytes += statSync(join(root, staged)).size) > MAX_BYTES)
      throw new Unreadable(`a package of more than ${MAX_BYTES / 1024 / 1024} MB of code`);
    texts[`/node_modules/${name}/${path}`] =
      path === 'package.json' ? manifest : readFileSync(join(root, staged), 'utf8');
  }
  return texts;
}

/** Leaves out problems about names that may be types from other packages. */
function withoutForeign(problems: readonly TypesProblem[], texts: Readonly<Record<string, string>>): TypesProblem[] {
  if (!problems.some(({ kind }) => kind === 'NamedExports')) return [...problems];
  const foreign = foreignNames(texts);
  return problems.flatMap((problem): TypesProblem[] => {
    if (problem.kind !== 'NamedExports') return [problem];
    const missing = problem.missing.filter((name) => !foreign.has(name));
    return missing.length > 0 ? [{ ...problem, missing }] : [];
  });
}

const hasTypes = (result: Analysis | { types: false }): result is Analysis => result.types !== false;
