import { robotsLines, robotsRules } from '@assay/target-records';
import { readPage } from '../read-page';
import { type Sitemap, readSitemap } from '../read-sitemap';
import {
  type Answers,
  type Question,
  type RobotsContent,
  type RobotsQuestion,
  type SitemapContent,
  type SitemapQuestion,
  MAX_ADDRESS,
  MAX_FOREIGN,
  MAX_LOCATION,
  MAX_SITEMAPS,
} from './questions';

/** Characters that are read of an address in robots.txt. */
const MAX_WRITTEN = 2_048;

/** Parses hostile bytes. Only the confined process calls this. */
export function answer(question: Question, bytes: Buffer): Answers[Question['kind']] {
  switch (question.kind) {
    case 'page':
      return readPage(bytes.toString('utf8'), question.url);
    case 'robots':
      return robots(question, bytes.toString('utf8'));
    case 'sitemap':
      return sitemap(question, bytes);
  }
}

function robots({ origin, robot, urls }: RobotsQuestion, text: string): RobotsContent {
  const rules = robotsRules(text, robot);
  const named = robotsLines(text)
    .lines.filter(({ field }) => field === 'sitemap')
    .map(({ value }) => value.slice(0, MAX_WRITTEN));
  return {
    allowed: urls.map((url) => rules.allows(url)),
    ...(rules.delay !== undefined && { delay: rules.delay }),
    sitemaps: [...new Set(named)]
      .slice(0, MAX_SITEMAPS)
      .map((url) => (URL.canParse(url, origin) ? new URL(url, origin).href : url)),
  };
}

function sitemap({ contentType, limit, origin, pages, known }: SitemapQuestion, bytes: Buffer): SitemapContent {
  const read = readSitemap(bytes, contentType, limit);
  if (typeof read === 'string') return { problem: read };
  const seen = new Set(known);
  return {
    kind: read.kind,
    listed: read.listed,
    foreign: foreignOf(read, origin),
    pages: read.kind === 'pages' ? listedOf(read, pages) : [],
    next:
      read.kind === 'index'
        ? read.locations
            .filter((each) => each.length <= MAX_ADDRESS && URL.canParse(each) && !seen.has(each))
            .slice(0, MAX_SITEMAPS)
        : [],
  };
}

const foreignOf = ({ locations }: Sitemap, origin: string): string[] => {
  const foreign: string[] = [];
  for (const location of locations) {
    if (foreign.length === MAX_FOREIGN) break;
    if (!URL.canParse(location) || new URL(location).origin !== origin) foreign.push(location.slice(0, MAX_LOCATION));
  }
  return foreign;
};

function listedOf({ locations }: Sitemap, pages: readonly string[]): string[] {
  const wanted = new Map(pages.map((page) => [new URL(page).href, page]));
  const listed = locations.flatMap((each) => (URL.canParse(each) ? (wanted.get(new URL(each).href) ?? []) : []));
  return [...new Set(listed)];
}
