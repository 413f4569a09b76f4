import type { CommitRecord } from '@assay/target-records';
import { subjectOf } from './commit-problems';

/** Returns commitlint's problems of a message, by rule. */
export type MessageLinter = (
  message: string,
) => Promise<readonly { readonly rule: string; readonly message: string }[]>;

const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test';
const CONVENTIONAL = new RegExp(`^(?:${TYPES})(?:\\([^()]*\\))?!?: `, 'i');
/** The pattern of the preset, changed to take linear time: a scope cannot contain the character that ends it. */
const HEADER = /^(\w*)(?:\(([^()]*)\))?!?: (.*)$/;
/**
 * No rule allows longer lines, and the parser's expressions take time proportional to the square of their length.
 */
const MAX_LINE = 300;
/** `issuePrefixes` is off: searching a line of 4,000 letters for issues took a minute, and no rule needs them. */
const PARSER = { headerPattern: HEADER, headerCorrespondence: ['type', 'scope', 'subject'], issuePrefixes: undefined };
/** The number of latest commits by which the convention is recognised. */
const MAX_COMMITS = 50;
const MIN_COMMITS = 3;

/**
 * Whether a repository follows Conventional Commits: most of its latest subjects must have one of their types. Another
 * custom, such as `net: fix it`, does not count.
 */
export function followsConvention(commits: readonly CommitRecord[]): boolean {
  const latest = commits.slice(0, MAX_COMMITS);
  const following = latest.filter((commit) => CONVENTIONAL.test(subjectOf(commit))).length;
  return following >= MIN_COMMITS && following * 2 > latest.length;
}

export async function createMessageLinter(): Promise<MessageLinter> {
  const [{ default: lint }, { default: config }] = await Promise.all([
    import('@commitlint/lint'),
    import('@commitlint/config-conventional'),
  ]);
  return async (message) => {
    // commitlint's own exceptions are off, because they match words in every line, and any message could have one.
    const cut = message
      .split('\n')
      .map((line) => line.slice(0, MAX_LINE))
      .join('\n');
    const { errors, warnings } = await lint(cut, config.rules, { defaultIgnores: false, parserOpts: PARSER });
    const problems = [...errors, ...warnings].map(({ name, message: says }) => ({ rule: name, message: says }));
    // Without a type, commitlint does not recognise the subject either.
    return problems.some(({ rule }) => rule === 'type-empty')
      ? problems.filter(({ rule }) => rule !== 'subject-empty')
      : problems;
  };
}
