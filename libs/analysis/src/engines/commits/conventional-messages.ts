import type { CommitRecord } from '@assay/target-records';
import { subjectOf } from './first-of';

/** What commitlint says of a message: by rule. */
export type MessageLinter = (
  message: string,
) => Promise<readonly { readonly rule: string; readonly message: string }[]>;

const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test';
const CONVENTIONAL = new RegExp(`^(?:${TYPES})(?:\\([^()]*\\))?!?: `, 'i');
/** As the preset has it, but linear: a scope may not hold what ends it. */
const HEADER = /^(\w*)(?:\(([^()]*)\))?!?: (.*)$/;
/**
 * Longer lines are longer than any rule allows, and the parser's expressions need time with the square of their length.
 */
const LINE_KEPT = 300;
/** Without `issuePrefixes`: looking for issues took a minute for a line of 4,000 letters, and no rule asks for them. */
const PARSER = { headerPattern: HEADER, headerCorrespondence: ['type', 'scope', 'subject'], issuePrefixes: undefined };
/** Commits that the convention is told by. */
const LATEST = 50;
const FEWEST = 3;

/**
 * Whether a repository follows Conventional Commits: most of its latest subjects have one of their types. `net: fix
 * it`, the custom of others, has not.
 */
export function followsConvention(commits: readonly CommitRecord[]): boolean {
  const latest = commits.slice(0, LATEST);
  const following = latest.filter((commit) => CONVENTIONAL.test(subjectOf(commit))).length;
  return following >= FEWEST && following * 2 > latest.length;
}

export async function createMessageLinter(): Promise<MessageLinter> {
  const [{ default: lint }, { default: config }] = await Promise.all([
    import('@commitlint/lint'),
    import('@commitlint/config-conventional'),
  ]);
  return async (message) => {
    // Its own exceptions look for their words in every line: any message could have one.
    const cut = message
      .split('\n')
      .map((line) => line.slice(0, LINE_KEPT))
      .join('\n');
    const { errors, warnings } = await lint(cut, config.rules, { defaultIgnores: false, parserOpts: PARSER });
    const problems = [...errors, ...warnings].map(({ name, message: says }) => ({ rule: name, message: says }));
    // Of a header without a type it knows no subject either.
    return problems.some(({ rule }) => rule === 'type-empty')
      ? problems.filter(({ rule }) => rule !== 'subject-empty')
      : problems;
  };
}
