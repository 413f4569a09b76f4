import type { LinksRecord } from '@assay/target-records';
import type { Problem } from '../kit/per-file';

export type LinkedPage = Extract<LinksRecord['page'], { observed: unknown }>['observed'];
type Link = LinkedPage['links'][number];

/** Elements that a reader follows, as opposed to resources that the page loads. */
const NAVIGATION = new Set(['a[href]', 'area[href]']);

export function judgeLinks({ finalUrl, status, links }: LinkedPage): Problem[] {
  const broken: Problem[] =
    status >= 400
      ? [{ rule: 'page-not-served', excerpt: finalUrl, message: `The page itself is answered with ${status}` }]
      : [];
  return [
    ...broken,
    ...links.flatMap((link) => [
      ...leadsNowhere(link),
      ...(finalUrl.startsWith('https:') ? leavesEncryption(link) : []),
    ]),
  ];
}

/** A link is identified by its element and address, because the line changes with every edit of the page. */
const excerptOf = ({ element, url }: Link): string => `${element} ${url}`;

function leadsNowhere(link: Link): Problem[] {
  const { url, line, outcome } = link;
  const say = (rule: string, what: string): Problem[] => [
    { rule, excerpt: excerptOf(link), cause: url, message: `${url}, linked on line ${line} of the page, ${what}` },
  ];
  if ('unreachable' in outcome)
    return outcome.loop
      ? say('redirect-loop', `redirects without end: ${outcome.unreachable}`)
      : say('unreachable-link', `cannot be reached: ${outcome.unreachable}`);
  if (!('status' in outcome)) return [];
  const where = outcome.redirectedTo === undefined ? '' : `, after redirects to ${outcome.redirectedTo}`;
  if (outcome.status === 404 || outcome.status === 410)
    return say('broken-link', `is not there (${outcome.status}${where})`);
  return outcome.status >= 500 ? say('failing-link', `fails on the server (${outcome.status}${where})`) : [];
}

function leavesEncryption(link: Link): Problem[] {
  if (!link.url.startsWith('http:')) return [];
  const navigation = NAVIGATION.has(link.element);
  return [
    {
      rule: navigation ? 'link-without-tls' : 'resource-without-tls',
      excerpt: excerptOf(link),
      cause: link.url,
      message:
        `${link.url}, ${navigation ? 'linked' : 'loaded'} on line ${link.line} of an encrypted ` +
        'page, is not encrypted',
    },
  ];
}
