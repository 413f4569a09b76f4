import type { CommitRecord, RepositoryRecord } from '@assay/target-records';
import type { Problem } from '../kit/per-file';
import { type MessageLinter, followsConvention } from './conventional-messages';
import { limitProblems, commitProblem, subjectOf } from './commit-problems';

/** The number of commits whose messages are judged. Nobody corrects older ones. */
const MAX_COMMITS = 200;
const MAX_SUBJECT = 100;
/** A longer subject always has some content. */
const MAX_EMPTY_PHRASE = 60;

const UNFINISHED = /^(?:(?:fixup|squash|amend)! |\[?wip\b|work in progress\b|do not merge\b)/i;
const SAYS_NOTHING = new RegExp(
  [
    String.raw`^(?:[^\p{L}\p{N}]*|[a-z]|asdf\w*|qwer\w*|foo(?:bar)?|bar|fix(?:e[ds])?|bug ?fix(?:es)?|`,
    String.raw`update[ds]?|change[ds]?|(?:minor|small|some|more|misc|various|final)(?: (?:fix(?:es)?|`,
    String.raw`changes?|updates?|stuff))?|stuff|misc|tests?|testing|te?mp|commit|save|work|oops|`,
    String.raw`done|again)[\s.!]*$`,
  ].join(''),
  'iu',
);
/** Characters that control terminals or reorder the visible text (CVE-2021-42574). Tabs and line ends are text. */
const CONTROL = /(?![\t\r\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Subjects that git and forges write. */
const GENERATED = /^(?:Merge (?:branch|branches|pull request|remote-tracking|tag|commit)|Merged |Revert "|Reapply ")/;

export async function judgeMessages({ commits }: RepositoryRecord, lint: MessageLinter): Promise<Problem[]> {
  const judged = commits.slice(0, MAX_COMMITS);
  const written = judged.filter((commit) => commit.parents < 2 && !GENERATED.test(subjectOf(commit)));
  const conventional = followsConvention(written);
  const problems: Problem[] = [];
  for (const commit of judged)
    if (CONTROL.test(commit.message))
      problems.push(
        commitProblem(
          'control-characters',
          commit,
          'The message has characters that a terminal obeys or that reorder what is read',
        ),
      );
  for (const commit of written)
    problems.push(...(conventional ? await byConvention(commit, lint) : byGeneralRules(commit)));
  return [...new Set(problems.map(({ rule }) => rule))].flatMap((rule) =>
    limitProblems(problems.filter((problem) => problem.rule === rule)),
  );
}

async function byConvention(commit: CommitRecord, lint: MessageLinter): Promise<Problem[]> {
  const subject = subjectOf(commit);
  // A forge often makes the first commit.
  if (commit.parents === 0) return [];
  if (subject === '') return [commitProblem('subject-empty', commit, 'The commit has no message')];
  if (UNFINISHED.test(subject))
    return [commitProblem('unfinished-work', commit, 'The subject says that the commit is not finished')];
  return (await lint(commit.message.trim())).map(({ rule, message }) => commitProblem(rule, commit, `The ${message}`));
}

/** The rules for every message, in any convention. */
function byGeneralRules(commit: CommitRecord): Problem[] {
  const subject = subjectOf(commit);
  const problem = (rule: string, message: string) => commitProblem(rule, commit, message);
  if (subject === '') return [problem('subject-empty', 'The commit has no message')];
  if (UNFINISHED.test(subject)) return [problem('unfinished-work', 'The subject says that the commit is not finished')];
  if (subject.length <= MAX_EMPTY_PHRASE && SAYS_NOTHING.test(subject))
    return [problem('subject-says-nothing', 'The subject does not say what the commit changes')];
  const problems: Problem[] = [];
  if (subject.length > MAX_SUBJECT)
    problems.push(
      problem('subject-too-long', `The subject has ${subject.length} characters, more than ${MAX_SUBJECT}`),
    );
  if (/[^.]\.$/.test(subject)) problems.push(problem('subject-full-stop', 'The subject ends in a full stop'));
  if (isUpperCase(subject)) problems.push(problem('subject-upper-case', 'The subject is in capital letters'));
  if (secondLine(commit.message) !== '')
    problems.push(problem('body-without-blank-line', 'The line after the subject is not blank'));
  return problems;
}

/** At least two words must be in capital letters, because `README` is a name. */
const isUpperCase = (subject: string): boolean =>
  !/\p{Ll}/u.test(subject) && /\p{Lu}{2,}\P{L}+\p{Lu}{2,}/u.test(subject);

function secondLine(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  return lines[lines.findIndex((line) => line !== '') + 1] ?? '';
}
