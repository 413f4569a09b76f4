import type { Problem as TypesProblem } from '@arethetypeswrong/core';
import { type PositionedJson, lineOfPath, memberOf } from '../kit/positioned-json';
import type { Problem } from '../kit/per-file';
import type { NpmPackage } from '../kit/packages/published-packages';
import { pathToEntry } from './entries';

/** The name of each way of resolution in the setting where people choose it. */
const RESOLUTIONS: Readonly<Record<string, string>> = {
  node10: 'node10',
  'node16-cjs': 'node16 (from CommonJS)',
  'node16-esm': 'node16 (from ES modules)',
  bundler: 'bundler',
};
const MAX_NAMES = 5;

/** Makes one finding for each problem of an entry or a file, even if several ways of resolution have it. */
export function problemsOf(problems: readonly TypesProblem[], published: NpmPackage): Problem[] {
  const groups = new Map<string, TypesProblem[]>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.kind, subjectOf(problem)]);
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  return [...groups.values()].map((group) => problemOf(group as [TypesProblem, ...TypesProblem[]], published));
}

const subjectOf = (problem: TypesProblem): unknown =>
  'entrypoint' in problem
    ? problem.entrypoint
    : 'typesFileName' in problem
      ? [problem.typesFileName, problem.implementationFileName]
      : [problem.fileName, problem.pos];

function problemOf(group: readonly [TypesProblem, ...TypesProblem[]], published: NpmPackage): Problem {
  const [problem] = group;
  const file = (path: string) => path.slice(`/node_modules/${published.name}/`.length);
  const line = (path: string) => lineOfPath(published.json, pathToEntry(published.json, file(path)) ?? ['name']);
  if ('entrypoint' in problem) {
    const ways = group.flatMap((each) => ('resolutionKind' in each ? [each.resolutionKind] : []));
    return {
      rule: problem.kind,
      line: lineOfPath(published.json, pathToSubpath(published.json, problem.entrypoint)),
      message:
        `The entry “${problem.entrypoint}” ${SAYS[problem.kind]} with module resolution ` +
        `${ways.map((way) => RESOLUTIONS[way]).join(', ')}`,
      // node10 does not know `exports`, and current packages deliberately do not support it.
      ...(ways.every((way) => way === 'node10') && { severity: 'info' as const }),
    };
  }
  if ('typesFileName' in problem)
    return {
      rule: problem.kind,
      line: line(problem.typesFileName),
      message: `${file(problem.typesFileName)} ${pairSays(problem)} ${file(problem.implementationFileName)}`,
    };
  return {
    rule: problem.kind,
    line: line(problem.fileName),
    message: `${file(problem.fileName)} ${rangeSays(problem)}`,
  };
}

function pathToSubpath(json: PositionedJson, subpath: string): string[] {
  const member = ['exports', 'types', 'typings', 'main'].find((each) => memberOf(json, each)) ?? 'name';
  return member === 'exports' ? [member, subpath] : [member];
}

const SAYS = {
  NoResolution: 'leads to no file',
  UntypedResolution: 'leads to JavaScript without types',
  CJSResolvesToESM: 'leads a require() to an ES module',
  FallbackCondition: 'is found only by a mistake of TypeScript, after a condition before it failed,',
} as const;

type Pair = Extract<TypesProblem, { typesFileName: string }>;
function pairSays(problem: Pair): string {
  switch (problem.kind) {
    case 'FalseESM':
      return 'says ES module, and describes the CommonJS of';
    case 'FalseCJS':
      return 'says CommonJS, and describes the ES module';
    case 'FalseExportDefault':
      return 'says export default, where there is module.exports = in';
    case 'MissingExportEquals':
      return 'says export default only, where module.exports is the same in';
    case 'NamedExports':
      return `promises ${named(problem.missing)}, which an ES module cannot import by name from`;
  }
}

type Range = Extract<TypesProblem, { pos: number }>;
function rangeSays(problem: Range): string {
  switch (problem.kind) {
    case 'InternalResolutionError':
      return `imports ${problem.moduleSpecifier}, which is not found`;
    case 'UnexpectedModuleSyntax':
      return 'is written as the kind of module that its name and package.json say it is not';
    case 'CJSOnlyExportsDefault':
      return 'sets exports.default and __esModule, and not module.exports';
  }
}

const named = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '');
