import type { Severity } from '../../catalogue/tool';
import type { RawFinding } from '../engine';
import { groupedBy } from '../kit/pages/grouped-by';
import type { SeenPage } from '../kit/pages/observed-parts';
import { type Fields, amountOf, listOf, optionalAmountOf, optionalTextOf, textOf } from '../kit/pages/record-fields';

interface ScriptError {
  readonly message: string;
  readonly url: string | undefined;
  readonly line: number | undefined;
}

interface FailedRequest {
  readonly url: string;
  readonly kind: string;
  readonly reason: string;
  readonly refused: boolean;
}

interface RuntimeErrors {
  readonly exceptions: readonly ScriptError[];
  readonly consoleErrors: readonly ScriptError[];
  readonly failedRequests: readonly FailedRequest[];
  readonly more: number;
}

/** The limit of errors, because a page can throw any number. */
const MAX_ERRORS = 200;
/** Resources that a page needs. Without a picture, a page only has a gap. */
const NEEDED = new Set(['document', 'script', 'stylesheet', 'fetch', 'xhr']);

export function readRuntime(runtime: Fields): RuntimeErrors {
  const exceptions = listOf(runtime, 'exceptions', MAX_ERRORS, scriptErrorOf);
  const consoleErrors = listOf(runtime, 'consoleErrors', MAX_ERRORS, scriptErrorOf);
  const failedRequests = listOf(runtime, 'failedRequests', MAX_ERRORS, failedRequestOf);
  return {
    exceptions: exceptions.entries,
    consoleErrors: consoleErrors.entries,
    failedRequests: failedRequests.entries,
    more: exceptions.more + consoleErrors.more + failedRequests.more + amountOf(runtime, 'more'),
  };
}

const scriptErrorOf = (error: Fields): ScriptError => ({
  message: textOf(error, 'message'),
  url: optionalTextOf(error, 'url'),
  line: optionalAmountOf(error, 'line'),
});

const failedRequestOf = (request: Fields): FailedRequest => ({
  url: textOf(request, 'url'),
  kind: textOf(request, 'kind', 40).toLowerCase(),
  reason: textOf(request, 'reason', 300),
  refused: request['refused'] === true,
});

/** Reports script errors for each page, but a missing resource only once for all pages. */
export function judgeRuntime(pages: readonly SeenPage<RuntimeErrors>[]): RawFinding[] {
  const errors = pages.flatMap((page) => [
    ...scriptErrors(page, 'uncaught-exception', page.part.exceptions),
    ...scriptErrors(page, 'console-error', ownErrors(page.part)),
  ]);
  const beyond = pages
    .filter(({ part }) => part.more > 0)
    .map(
      ({ file, url, part }): RawFinding => ({
        file,
        place: url,
        rule: 'console-error',
        severity: 'info',
        excerpt: 'errors beyond those listed',
        message: `${part.more} more errors and failing requests of this page are not listed`,
      }),
    );
  return [...errors, ...failedRequests(pages), ...beyond];
}

/** Leaves out console errors that only repeat that a request failed or was refused. */
const ownErrors = ({ consoleErrors, failedRequests }: RuntimeErrors): ScriptError[] => {
  const failed = new Set(failedRequests.map(({ url }) => url));
  return consoleErrors.filter(
    ({ message, url }) => !(message.startsWith('Failed to load resource') && url !== undefined && failed.has(url)),
  );
};

const scriptErrors = (
  { file, url: page }: SeenPage<RuntimeErrors>,
  rule: string,
  errors: readonly ScriptError[],
): RawFinding[] =>
  groupedBy(errors, ({ message }) => message).map((same) => {
    const { message, url, line } = same[0]!;
    const where = url === undefined ? '' : ` (${url}${line === undefined ? '' : `:${line}`})`;
    return {
      file,
      place: page,
      rule,
      excerpt: message,
      message: `${message}${where}${same.length === 1 ? '' : `, ${same.length} times`}`,
    };
  });

function failedRequests(pages: readonly SeenPage<RuntimeErrors>[]): RawFinding[] {
  const requests = pages.flatMap(({ file, url, part }) =>
    part.failedRequests.map((request) => ({ file, page: url, request })),
  );
  // A request that got an error is often ended early too, so its first reason is the useful one.
  return groupedBy(requests, ({ request: { url, refused } }) => `${refused} ${url}`).map((same) => {
    const {
      file,
      page,
      request: { url, kind, reason, refused },
    } = same[0]!;
    const others = new Set(same.map((each) => each.page)).size - 1;
    const askedBy = `${page} ${others === 0 ? 'asks' : `and ${others} more ask`} for it (${kind})`;
    const about = { file, place: url, excerpt: `${kind}: ${reason}` };
    if (refused)
      return {
        ...about,
        rule: 'refused-request',
        message: `${askedBy}, but it was not requested: ${reason}. A visitor’s browser may reach it.`,
      };
    const severity: Severity = NEEDED.has(kind) ? 'medium' : 'low';
    return { ...about, rule: 'failed-request', severity, message: `${askedBy}: ${reason}` };
  });
}
