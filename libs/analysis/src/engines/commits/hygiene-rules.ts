import type { CommitRecord, Listed, RepositoryRecord, UnwantedKind } from '@assay/target-records';
import type { Problem } from '../kit/per-file';
import { limitProblems, commitProblem, subjectOf } from './commit-problems';

const DAY = 86_400_000;
/** A repository with fewer files is a sample or a beginning, which needs no licence yet. */
const MIN_FILES = 10;

const UNWANTED: Readonly<Record<UnwantedKind, readonly [rule: string, message: string]>> = {
  environment: ['environment-file', 'It sets variables of an environment, often with credentials'],
  'core-dump': ['core-dump', 'It is what a process had in memory when it died'],
  dependencies: ['installed-dependencies', 'It is installed by a package manager'],
  compiled: ['compiled-file', 'It is compiled from sources'],
  database: ['database-file', 'It is a database'],
  log: ['log-file', 'It is a log'],
  system: ['system-file', 'An operating system leaves it behind'],
  editor: ['editor-file', 'An editor leaves it behind'],
};

export const judgeHygiene = (record: RepositoryRecord): Problem[] => [...judgeTree(record), ...judgeCommits(record)];

function judgeTree({ tree }: RepositoryRecord): Problem[] {
  const named = <Entry>({ first, total }: Listed<Entry>, problem: (entry: Entry) => Problem) =>
    limitProblems(first.map(problem), total);
  const current = tree.large.first.filter(({ commit }) => commit === undefined);
  const past = tree.large.first.filter(({ commit }) => commit !== undefined);
  const unwanted = (Object.entries(tree.unwanted) as [UnwantedKind, Listed<string>][]).flatMap(([kind, list]) => {
    const [rule, message] = UNWANTED[kind];
    return named(list, (path) => ({ rule, message, place: path }));
  });
  return [
    ...unwanted,
    ...limitProblems(
      current.map(({ path, bytes }) => ({ rule: 'large-file', message: `It has ${megabytes(bytes)}`, place: path })),
    ),
    ...limitProblems(
      past.map(({ path, bytes, commit }) => ({
        rule: 'large-file-in-history',
        message: `It had ${megabytes(bytes)} in commit ${commit}`,
        place: `${path}@${commit}`,
      })),
    ),
    ...named(tree.conflicted, (path) => ({
      rule: 'conflict-markers',
      message: 'It has the lines with which git marks both sides of a conflict',
      place: path,
    })),
    ...named(tree.colliding, ([path, other]) => ({
      rule: 'colliding-paths',
      message: `It is the same as ${other} where upper and lower case are one`,
      place: path,
    })),
    ...named(tree.strayPointers, (path) => ({
      rule: 'stray-lfs-pointer',
      message: 'It points to Git LFS, and no .gitattributes names it',
      place: path,
    })),
    ...lacking(tree),
  ];
}

function lacking({ files, has }: RepositoryRecord['tree']): Problem[] {
  if (files < MIN_FILES) return [];
  const missing = [
    ['readme', 'no-readme', 'No README at the top of the repository'],
    ['licence', 'no-licence', 'No licence at the top of the repository'],
    ['gitignore', 'no-gitignore', 'No .gitignore at the top of the repository'],
  ] as const;
  return missing.filter(([what]) => !has[what]).map(([, rule, message]) => ({ rule, message }));
}

function judgeCommits({ at, commits }: RepositoryRecord): Problem[] {
  const latest = Date.parse(at) + DAY;
  const isFuture = (date: string | null) => date !== null && Date.parse(date) > latest;
  const those = (rule: string, applies: (commit: CommitRecord) => boolean, message: (commit: CommitRecord) => string) =>
    limitProblems(commits.filter(applies).map((commit) => commitProblem(rule, commit, message(commit))));
  return [
    ...those(
      'author-placeholder',
      ({ placeholderEmail }) => placeholderEmail !== undefined,
      ({ placeholderEmail }) =>
        `The address of its author is ${placeholderEmail === '' ? 'empty' : `"${placeholderEmail}"`}`,
    ),
    ...those(
      'date-in-the-future',
      ({ authored, committed }) => isFuture(authored) || isFuture(committed),
      ({ authored, committed }) => `It was made on ${(isFuture(committed) ? committed : authored)!.slice(0, 10)}`,
    ),
    ...those(
      'date-out-of-range',
      ({ authored, committed }) => authored === null || committed === null,
      () => 'Its date is not one of the years 1970 to 9999',
    ),
    ...those(
      'empty-commit',
      ({ empty }) => empty,
      () => 'It has the same files as the one before',
    ),
    ...those('merge-with-itself', isMergeWithItself, () => 'It merges the branch of the same name'),
  ];
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

const OF_REMOTE = /^Merge branch '([^']{1,200})' of \S+(?: into (\S+))?$/;
const TRACKED = /^Merge remote-tracking branch '[^'/]{1,200}\/([^']{1,200})'(?: into (\S+))?$/;

/** Git does not name the branch that is merged into if it is the main branch. */
function isMergeWithItself(commit: CommitRecord): boolean {
  if (commit.parents !== 2) return false;
  const [, from, into] = OF_REMOTE.exec(subjectOf(commit)) ?? TRACKED.exec(subjectOf(commit)) ?? [];
  return from !== undefined && (into === undefined ? ['main', 'master'].includes(from) : from === into);
}
