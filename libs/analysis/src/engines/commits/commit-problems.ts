import type { CommitRecord } from '@assay/target-records';
import { plainText } from '@assay/source-text';
import type { Problem } from '../kit/per-file';

/** Findings of one rule. Twenty are enough to recognise a habit. */
const MAX_FINDINGS = 20;
const MAX_SUBJECT = 200;

/** Keeps the first problems. The last of them tells how many more there are. */
export function limitProblems(problems: readonly Problem[], total = problems.length): Problem[] {
  const shown = problems.slice(0, MAX_FINDINGS);
  const more = total - shown.length;
  return more <= 0
    ? shown
    : shown.map((problem, index) =>
        index < shown.length - 1
          ? problem
          : { ...problem, message: `${problem.message} (and ${more.toLocaleString('en')} more)` },
      );
}

/** Makes a finding about a commit, which is identified by its id and subject. */
export const commitProblem = (rule: string, commit: CommitRecord, message: string): Problem => ({
  rule,
  message,
  place: `commit ${commit.id.slice(0, 12)}`,
  excerpt: shownSubject(commit),
});

/** The first line that is not blank. */
export const subjectOf = ({ message }: Pick<CommitRecord, 'message'>): string =>
  message
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? '';

/** The subject without anything that may be a token. */
const shownSubject = (commit: CommitRecord): string =>
  plainText(
    subjectOf(commit)
      .slice(0, MAX_SUBJECT)
      .replace(/[A-Za-z0-9_+/=-]{20,}/g, (run) => (/\d/.test(run) ? `${run.slice(0, 4)}…` : run)),
  );
