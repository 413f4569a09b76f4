import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../engine';
import { type Problem, Unreadable, decodeText, judgeEachPath } from '../kit/per-file';
import { type IsThere, thereIn } from '../kit/there';
import { type Judge, judgeOf } from './judges';
import { isForDevelopers, runsInContainer } from './places';

const VERSION = '1.0.0';
const MAX_BYTES = 512 * 1024;

/** Assay's own rules about the settings of servers. No server is asked, and nothing that a file includes is read. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-server-settings-rules', VERSION);
    const isThere = thereIn(pass);
    await judgeEachPath(pass, report, ({ file: { staged, size } }) => {
      const judge = judgeOf(staged);
      if (judge === undefined || size > MAX_BYTES) return [];
      return judged(judge, decodeText(readFileSync(join(pass.root, staged)))).map((each) =>
        weighed(each, staged, isThere),
      );
    });
  },
};

/** Nothing of a file that is no YAML: other tools name it. */
function judged(judge: Judge, text: string): readonly Problem[] {
  try {
    return judge(text);
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}

/** Rules about who reaches a program. Between containers nobody else does. */
const ABOUT_REACH =
  /-without-login$|^(?:root-by-password|empty-password-allowed|open-proxy|rabbitmq-guest-from-everywhere)$/;

/** A fault matters less where its developers alone reach the server, or other containers of it. */
function weighed(problem: Problem, path: string, isThere: IsThere): Problem {
  const isMild = isForDevelopers(path) || (ABOUT_REACH.test(problem.rule) && runsInContainer(path, isThere));
  return isMild ? { ...problem, severity: 'low' } : problem;
}
