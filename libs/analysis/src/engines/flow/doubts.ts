import type { Flow } from './interpret/run';
import { HANDED_ON, type Step, isGuess } from './interpret/values';
import { RUN_AS_COMPOSED } from './looked-at';
import { originOf } from './trace';

/**
 * A path through more files or calls is right less often: any of them may do something the interpreter does not know.
 * Where a text is composed and run, what makes it safe on the way is known, and one more layer is usual.
 */
const MAX_FILES = 3;
const MAX_FILES_OF_COMPOSED = 4;
const MAX_CALLS = 6;

/** Folders and files that only administrators reach, who may change everything anyway. */
const OF_ADMINISTRATORS = new RegExp(
  String.raw`(?:^|\/)(?:(?:super)?admin|administration|back-?office|wp-admin)\/|` +
    String.raw`(?:^|\/)views\/admin_\w+\/|(?:^|\/)admin(?:\w*controller\.\w+|\.py)$`,
  'i',
);

/** Weaknesses that give more than all rights of an administrator, or that strike administrators themselves. */
const RIGHTS_DO_NOT_COVER: ReadonlySet<string> = new Set<string>([
  ...RUN_AS_COMPOSED,
  'path-traversal',
  'request-forgery',
  'cross-site-scripting',
]);

const isOfAdministrators = (flow: Flow): boolean => OF_ADMINISTRATORS.test(originOf(flow));
const OF_PAGES = 'it comes from pages of administrators';
const throughFiles = (files: number): string => `its way leads through ${files} files`;

const WORDS = {
  kept: 'it is kept where any part of the program may change it',
  'handed-over': 'it goes through a call that is not known',
  cleaned: 'a function that is named after making it safe returns it',
  validated: 'a method of its model may refuse it',
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
  const { taint, reaches, weakness } = flow;
  const { files, calls } = extentOf(flow);
  return [
    ...(taint.doubt === undefined || isGuess(taint.doubt) ? [] : [WORDS[taint.doubt]]),
    ...(files > (RUN_AS_COMPOSED.has(weakness) ? MAX_FILES_OF_COMPOSED : MAX_FILES) ? [throughFiles(files)] : []),
    ...(calls > MAX_CALLS ? [`its way leads through ${calls} calls`] : []),
    ...(!RIGHTS_DO_NOT_COVER.has(weakness) && isOfAdministrators(flow) ? [OF_PAGES] : []),
    ...(reaches === 'given to link_to' ? ['it runs only where the address is a script, and somebody follows it'] : []),
  ];
}

/** Reasons why a finding is right less often, unless all else speaks for it. */
export function mildDoubtsOf(flow: Flow): string[] {
  const { files } = extentOf(flow);
  return [
    ...(RIGHTS_DO_NOT_COVER.has(flow.weakness) && isOfAdministrators(flow) ? [OF_PAGES] : []),
    ...(RUN_AS_COMPOSED.has(flow.weakness) && files === MAX_FILES_OF_COMPOSED ? [throughFiles(files)] : []),
  ];
}

/** The number of files and of calls on a way. */
function extentOf({ taint, file }: Flow): { readonly files: number; readonly calls: number } {
  const files = new Set([file]);
  let calls = 0;
  for (let step: Step | undefined = taint.step; step; step = step.before) {
    files.add(step.file);
    if (HANDED_ON.test(step.note)) calls += 1;
  }
  return { files: files.size, calls };
}
