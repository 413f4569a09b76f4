import type { Engine } from '../engine';
import { isDockerfileTemplate } from '../kit/dockerfile-template';
import { type Problem, judgeEachText } from '../kit/per-file';
import { supersededAmong } from './judge/superseded';
import { JUDGES } from './rules';
import { modelOf } from './stages';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.2.0';
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
        const problems = problemsIn(text, staged);
        return isSuperseded(staged) ? problems.map(withoutHaste) : problems;
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/** Nobody builds an image again that has a successor, so its old system is not urgent. */
const withoutHaste = (problem: Problem): Problem =>
  problem.rule === 'retired-base-image' && problem.severity === 'high' ? { ...problem, severity: 'medium' } : problem;

/** Paths of environments for development, where users are root. */
const FOR_DEVELOPERS = /(?:^|\/)(?:\.devcontainer|local)\//;
const ABOUT_USERS: ReadonlySet<string> = new Set(['no-user', 'ends-as-root', 'sudo-without-password']);

/** The problems in the order of their lines, at most one of each rule per line. */
export function problemsIn(text: string, path = 'Dockerfile'): readonly Problem[] {
  if (isDockerfileTemplate(path, text)) return [];
  const model = modelOf(text);
  // Files of other kinds may have such a name.
  if (model.stages.length === 0) return [];
  const found = JUDGES.flatMap((judge) => judge(model)).filter(
    ({ rule }) => !(FOR_DEVELOPERS.test(path) && ABOUT_USERS.has(rule)),
  );
  const once = new Map(found.map((each) => [`${each.line} ${each.rule}`, each]));
  return [...once.values()].sort((a, b) => a.line! - b.line! || (a.rule < b.rule ? -1 : 1));
}
