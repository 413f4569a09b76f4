import { TargetUnreadable } from '../staging/errors';
import { type GuardedResponse, type TargetGuard, TargetUnreachable, guardedFetch, readBody } from '../network';
import { decodeHtml } from './decode-html';
import type { SiteParser } from './parser/site-parser';
import type { PageContent } from './read-page';
import type { HttpAnswer } from '@assay/target-records';
import { type TimeBudget, TIME_OVER } from './time-budget';

/** A page that was fetched once. */
export interface FetchedPage {
  readonly url: string;
  readonly answer: HttpAnswer;
  readonly content: PageContent;
}

interface PageRequest {
  readonly url: string;
  readonly guard: TargetGuard;
  readonly parser: SiteParser;
  /** The most bytes of the page. */
  readonly bytes: number;
  readonly budget: TimeBudget;
  readonly signal: AbortSignal;
}

/** Bytes of one page, ten times as much as the largest document that somebody wrote. */
const PAGE_BYTES = 5 * 1_024 * 1_024;
const PAGE_TIME = 60_000;
const REDIRECTS = 10;
/** The limits of recorded headers. Nothing that is judged is longer. */
const HEADER_LINES = 200;
const HEADER_LENGTH = 8_000;

/**
 * @returns the page, and its text if it is HTML
 * @throws TargetNotAllowed, TargetUnreachable, TargetUnreadable, TargetTooLarge, the signal's reason
 */
export async function fetchPage({
  url,
  guard,
  parser,
  bytes,
  budget,
  signal,
}: PageRequest): Promise<{ readonly page: FetchedPage; readonly html: string | undefined }> {
  const time = budget.atMost(PAGE_TIME).left();
  if (time === 0) throw new TargetUnreachable(url, 'time', TIME_OVER);
  const response = await guardedFetch({
    url,
    guard,
    signal,
    limits: { bytes: Math.min(bytes, PAGE_BYTES), redirects: REDIRECTS, time },
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  const headers = linesOf(response.headers);
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const body = await readBody(response.body);
  const html = isHtml(contentType, body) ? decodeHtml(body, contentType) : undefined;
  const content = html === undefined ? NO_CONTENT : await parser.page(html, { url: response.url });
  const answer: HttpAnswer = {
    finalUrl: response.url,
    status: response.status,
    html: html !== undefined,
    headers: headers.filter(([name]) => name !== 'set-cookie'),
    redirects: response.redirects.map(({ url: from, status }) => ({ url: from, status })),
    cookies: cookiesOf(response),
    metaPolicies: content.metaPolicies,
  };
  return { page: { url, answer, content }, html };
}

const NO_CONTENT: PageContent = { metaPolicies: [], links: [], moreLinks: 0, robotsMeta: '' };

/** Whether an error describes a fault of the page, which is shown to the user. Other errors are defects of Assay. */
export const isPageFault = (error: unknown): error is Error =>
  error instanceof TargetUnreadable || (error instanceof Error && error.name === 'TargetTooLarge');

/** Without a content type, browsers look at the content. This simple check of its start is enough here. */
const isHtml = (contentType: string, body: Buffer): boolean =>
  contentType === ''
    ? /^\s*(<!doctype html|<html[\s>])/i.test(body.subarray(0, 512).toString('latin1'))
    : /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType);

function linesOf(headers: GuardedResponse['headers']): [name: string, value: string][] {
  return Object.entries(headers)
    .flatMap(([name, value]) =>
      [value ?? []].flat().map((line): [string, string] => [name.toLowerCase(), String(line).slice(0, HEADER_LENGTH)]),
    )
    .slice(0, HEADER_LINES);
}

/** The cookies of every answer, including redirects. Their values are secrets, so they are not kept. */
function cookiesOf({ url, headers, redirects }: GuardedResponse): HttpAnswer['cookies'] {
  const answers = [...redirects, { url, headers }];
  return answers.flatMap((answer) =>
    linesOf(answer.headers)
      .filter(([name]) => name === 'set-cookie')
      .map(([, line]) => ({ setBy: answer.url, line: withoutValue(line) })),
  );
}

const withoutValue = (line: string): string => line.replace(/^([^=;]*)=[^;]*/, '$1=…');
