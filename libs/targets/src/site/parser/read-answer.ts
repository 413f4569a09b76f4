import type { PageContent, PageLink } from '../read-page';
import { type Fields, MalformedMessage, asFields, count, line, list, oneOf } from '../browser/untrusted-json';
import { type Answers, type Question, MAX_ADDRESS, MAX_FOREIGN, MAX_LOCATION, MAX_SITEMAPS } from './questions';

/** No line is longer: a page has 300 links and 20 policies. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
const MAX_LINKS = 300;
const MAX_POLICIES = 20;
const MAX_TEXT = 65_536;

/**
 * Reads an answer of the process that parses, which a site may have taken over. Only the fields of an answer are read,
 * and each must have the right type and is bounded.
 * @throws MalformedMessage
 */
export function readAnswer<Kind extends Question['kind']>(
  question: Extract<Question, { kind: Kind }>,
  text: string,
): Answers[Kind] {
  const fields = asFields(parsed(text));
  return READERS[question.kind](fields, question as never);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedMessage(text);
  }
}

type Readers = {
  readonly [Kind in Question['kind']]: (fields: Fields, question: Extract<Question, { kind: Kind }>) => Answers[Kind];
};

const READERS: Readers = {
  page: readContent,
  robots(fields, { urls }) {
    const { allowed, delay } = fields;
    if (!Array.isArray(allowed) || allowed.length !== urls.length || allowed.some((each) => typeof each !== 'boolean'))
      throw new MalformedMessage('no judgement of each address');
    if (delay !== undefined && (typeof delay !== 'number' || !(delay >= 0))) throw new MalformedMessage('a delay');
    return {
      allowed: allowed as boolean[],
      ...(delay !== undefined && { delay }),
      sitemaps: texts(fields, 'sitemaps', MAX_SITEMAPS, MAX_ADDRESS),
    };
  },
  sitemap(fields, { pages }) {
    if (fields['problem'] !== undefined) return { problem: line(fields, 'problem', 300) };
    return {
      kind: oneOf(fields, 'kind', ['pages', 'index'] as const),
      listed: count(fields, 'listed'),
      foreign: texts(fields, 'foreign', MAX_FOREIGN, MAX_LOCATION),
      pages: texts(fields, 'pages', pages.length, MAX_ADDRESS).filter((page) => pages.includes(page)),
      next: texts(fields, 'next', MAX_SITEMAPS, MAX_ADDRESS),
    };
  },
};

function readContent(fields: Fields): PageContent {
  const { canonical } = fields;
  return {
    metaPolicies: list(fields, 'metaPolicies', MAX_POLICIES, (policy) => ({
      name: oneOf(policy, 'name', ['content-security-policy', 'referrer-policy'] as const),
      content: exact(policy['content'], MAX_TEXT),
      line: count(policy, 'line'),
    })),
    links: list(fields, 'links', MAX_LINKS, readLink),
    moreLinks: count(fields, 'moreLinks'),
    robotsMeta: exact(fields['robotsMeta'], MAX_TEXT),
    ...(canonical !== undefined && { canonical: address(canonical) }),
  };
}

const readLink = (link: Fields): PageLink => ({
  url: address(link['url']),
  element: line(link, 'element', 50),
  line: count(link, 'line'),
});

function address(value: unknown): string {
  const text = exact(value, MAX_ADDRESS);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new MalformedMessage('an address that is none');
  return text;
}

function texts(fields: Fields, key: string, most: number, length: number): string[] {
  const value = fields[key];
  if (!Array.isArray(value) || value.length > most) throw new MalformedMessage(`${key} is no list`);
  return value.map((each) => exact(each, length));
}

/** A text as it is. Anybody who shows it makes it printable. */
function exact(value: unknown, length: number): string {
  if (typeof value !== 'string' || value.length > length) throw new MalformedMessage('no text of a bounded length');
  return value;
}
