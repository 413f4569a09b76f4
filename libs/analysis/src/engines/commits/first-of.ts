import type { CommitRecord } from '@assay/target-records';
import { plainText } from '@assay/source-text';
import type { Problem } from '../kit/per-file';

/** Findings of one rule: who has read twenty of them knows the habit. */
const SHOWN = 20;
const SUBJECT_SHOWN = 200;

/** The first ones; the last of them says how many there are besides. */
export function firstOf(problems: readonly Problem[], total = problems.length): Problem[] {
  const shown = problems.slice(0, SHOWN);
  const more = total - shown.length;
  return more <= 0
    ? shown
    : shown.map((problem, index) =>
        index < shown.length - 1
          ? problem
          : { ...problem, message: `${problem.message} (and ${more.toLocaleString('en')} more)` },
      );
}

/** A finding about a commit: it is known by its id and its subject. */
export const ofCommit = (rule: string, commit: CommitRecord, message: string): Problem => ({
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

/** Without what may be a token. */
const shownSubject = (commit: CommitRecord): string =>
  plainText(
    subjectOf(commit)
      .slice(0, SUBJECT_SHOWN)
      .replace(/[A-Za-z0-9_+/=-]{20,}/g, (run) => (/\d/.test(run) ? `${run.slice(0, 4)}…` : run)),
  );
