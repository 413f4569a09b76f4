import type { Flow } from './interpret/run';
import { type Step, isGuess } from './interpret/values';
import { RUN_AS_COMPOSED } from './looked-at';
import { originOf } from './trace';

/**
 * A path through more files or calls is right less often: any of them may do something the interpreter does not know.
 * Where a text is composed and run, what makes it safe on the way is known, and layers of services are usual.
 */
const MAX_FILES = { composed: 4, others: 3 };
const MAX_CALLS = 6;

/** Folders and files that only administrators reach, who may change everything anyway. */
const OF_ADMINISTRATORS = new RegExp(
  String.raw`(?:^|\/)(?:(?:super)?admin|administration|back-?office|wp-admin)\/|` +
    String.raw`(?:^|\/)views\/admin_\w+\/|(?:^|\/)admin(?:\w*controller\.\w+|\.py)$`,
  'i',
);

/** What administrators are not meant to do either, or what a stranger makes their browsers do. */
const RIGHTS_DO_NOT_COVER: ReadonlySet<string> = new Set<string>([
  ...RUN_AS_COMPOSED,
  'path-traversal',
  'request-forgery',
  'cross-site-scripting',
  'open-redirect',
]);

/** Whether the input comes in where only administrators come. */
export const isOfAdministrators = (flow: Pick<Flow, 'taint'>): boolean => OF_ADMINISTRATORS.test(originOf(flow));
export const OF_PAGES_OF_ADMINISTRATORS = 'it comes from pages of administrators';

const WORDS = {
  kept: 'it is kept where any part of the program may change it',
  'handed-over': 'it goes through a call that is not known',
  cleaned: 'a function that is named after making it safe returns it',
  administrators: 'none but administrators may send it',
  unopened: 'no link or form of another site can send it',
  looked: 'the call asks what is known of the file, and neither reads nor writes it',
  typed: 'the program chooses the type of the answer',
} as const;

/**
 * Reasons why a finding is right less often than others. A finding with a doubt is shown with low severity and the
 * reason.
 */
export function doubtsOf(flow: Flow): string[] {
  const { taint, file, reaches, weakness } = flow;
  const files = new Set([file]);
  let calls = 0;
  for (let step: Step | undefined = taint.step; step; step = step.before) {
    files.add(step.file);
    if (/^(?:passed to|returned by) /.test(step.note)) calls += 1;
  }
  return [
    ...(taint.doubt === undefined || isGuess(taint.doubt) ? [] : [WORDS[taint.doubt]]),
    ...(files.size > (RUN_AS_COMPOSED.has(weakness) ? MAX_FILES.composed : MAX_FILES.others)
      ? [`its way leads through ${files.size} files`]
      : []),
    ...(calls > MAX_CALLS ? [`its way leads through ${calls} calls`] : []),
    ...(!RIGHTS_DO_NOT_COVER.has(weakness) && isOfAdministrators(flow) ? [OF_PAGES_OF_ADMINISTRATORS] : []),
    ...(reaches === 'given to link_to' ? ['it runs only where the address is a script, and somebody follows it'] : []),
  ];
}
