import { join } from 'node:path/posix';
import { isShelved } from '@assay/source-text';
import type { Engine } from '../engine';
import { isDockerfileTemplate } from '../kit/dockerfile-template';
import { foldersAbove } from '../kit/folders-above';
import { type Problem, judgeEachText } from '../kit/per-file';
import { smallFile } from '../kit/small-file';
import type { CopiedTexts } from './judge/problem';
import { namesItsSystem } from './judge/retired';
import { supersededAmong } from './judge/superseded';
import { JUDGES } from './rules';
import { modelOf } from './stages';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.6.0';
const MAX_BYTES = 512 * 1024;

/** Assay's own rules for Dockerfiles, on a parser of BuildKit's grammar and of the shell in RUN. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay Dockerfile rules', VERSION);
    const isSuperseded = supersededAmong(pass.files.map(({ staged }) => staged));
    await judgeEachText(
      pass,
      report,
      ({ text, file: { staged } }) => {
        const problems = problemsIn(text, staged, copiedFrom(pass.root, staged));
        return isSuperseded(staged) ? problems.map(withoutHaste) : problems;
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/** A file of settings is no longer. */
const MAX_COPIED_BYTES = 64 * 1024;

/** The context of a build may be each folder above its Dockerfile: nothing says which. */
const copiedFrom =
  (root: string, dockerfile: string): CopiedTexts =>
  (source) =>
    [...foldersAbove(dockerfile)].flatMap(
      (folder) => smallFile(root, join(folder, source), MAX_COPIED_BYTES)?.toString('utf8') ?? [],
    );

/** The comment of a program at the beginning of a Dockerfile that it makes of a template. */
const MADE = new RegExp(
  String.raw`^#[^\n]{0,100}\b(?:(?:auto[- ]?|automatically )generated\b|generated (?:by|from|with|via|using)\b|` +
    String.raw`do not edit\b)`,
  'im',
);
/** As far down as such a comment stands, in characters. */
const HEAD = 500;

/**
 * Whether those who keep a Dockerfile know that its system is over: its path names the release, or a program makes it
 * for each release of a list.
 */
const isOfAList = (path: string, text: string, line = 0): boolean =>
  MADE.test(text.slice(0, HEAD)) || namesItsSystem(path, text.split('\n')[line - 1] ?? '');

/** Nobody builds an image again that has a successor, so its old system is not urgent. */
const withoutHaste = (problem: Problem): Problem =>
  problem.rule === 'retired-base-image' && problem.severity === 'high' ? { ...problem, severity: 'medium' } : problem;

const SAYS_OVER = /\b(?:EOL|end[- ]of[- ]life|no longer (?:supported|maintained))\b/i;
/** A comment of so many lines above an instruction is about it. */
const LINES_ABOVE = 4;

/** Whether the comment right above a line says that the system is over: who wrote it knows, and has a reason. */
function isSaidAbove(text: string, line = 0): boolean {
  const above = text.split('\n').slice(Math.max(0, line - 1 - LINES_ABOVE), line - 1);
  const begin = above.findLastIndex((each) => !each.trim().startsWith('#'));
  return above.slice(begin + 1).some((each) => SAYS_OVER.test(each));
}

/** An old system as grave as it is for those who know of it, by its folder, its name or the comment above. */
function weighed(problem: Problem, path: string, text: string): Problem {
  if (problem.rule !== 'retired-base-image') return problem;
  if (isShelved(path)) return { ...problem, severity: 'low' };
  const isKnown =
    problem.severity === 'high' && (isOfAList(path, text, problem.line) || isSaidAbove(text, problem.line));
  return isKnown ? withoutHaste(problem) : problem;
}

/** Paths of environments for development, where users are root. */
const FOR_DEVELOPERS = /(?:^|\/)(?:\.devcontainer|local)\//;
const ABOUT_USERS: ReadonlySet<string> = new Set(['no-user', 'ends-as-root', 'sudo-without-password']);

/** The problems in the order of their lines, at most one of each rule per line. */
export function problemsIn(text: string, path = 'Dockerfile', textsOf: CopiedTexts = () => []): readonly Problem[] {
  if (isDockerfileTemplate(path, text)) return [];
  const model = modelOf(text);
  // Files of other kinds may have such a name.
  if (model.stages.length === 0) return [];
  const found = JUDGES.flatMap((judge) => judge(model, textsOf))
    .filter(({ rule }) => !(FOR_DEVELOPERS.test(path) && ABOUT_USERS.has(rule)))
    .map((each) => weighed(each, path, text));
  const once = new Map(found.map((each) => [`${each.line} ${each.rule}`, each]));
  return [...once.values()].sort((a, b) => a.line! - b.line! || (a.rule < b.rule ? -1 : 1));
}
