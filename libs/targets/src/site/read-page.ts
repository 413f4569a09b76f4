import { MAX_ADDRESS } from './parser/questions';
import { type Tag, readTags } from './read-tags';

/** A link of a page. */
export interface PageLink {
  /** The absolute address, without a fragment. */
  readonly url: string;
  readonly element: string;
  /** Counted from 1. */
  readonly line: number;
}

/** The links, policies and rules for robots in a page's markup. */
export interface PageContent {
  readonly metaPolicies: readonly { readonly name: string; readonly content: string; readonly line: number }[];
  /** The first links to http and https, each address once. */
  readonly links: readonly PageLink[];
  /** The number of further addresses. */
  readonly moreLinks: number;
  readonly robotsMeta: string;
  readonly canonical?: string;
}

const MAX_LINKS = 300;
const MAX_POLICIES = 20;
/** Characters that are kept of an address or a policy. No useful one is longer. */
const MAX_LENGTH = 2_048;

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  img: ['src', 'srcset'],
  script: ['src'],
  iframe: ['src'],
  frame: ['src'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  embed: ['src'],
  object: ['data'],
  input: ['src'],
};

/** Relations that name no document: they open a connection but send no request. */
const NO_DOCUMENT = /^(dns-prefetch|preconnect)$/i;

/** Reads the markup in one pass, at any size and depth. Nothing is run or fetched. */
export function readPage(html: string, url: string): PageContent {
  const lineAt = lineCounter(html);
  const links = new Map<string, PageLink>();
  const metaPolicies: { name: string; content: string; line: number }[] = [];
  const robots: string[] = [];
  let base = url;
  let baseSeen = false;
  let canonical: string | undefined;
  let moreLinks = 0;

  const add = (address: string, { name, start }: Tag, attribute: string) => {
    if (links.size === MAX_LINKS) {
      moreLinks += 1;
      return;
    }
    const target = documentUrl(address, base);
    if (target !== undefined && !links.has(target))
      links.set(target, { url: target, element: `${name}[${attribute}]`, line: lineAt(start) });
  };
  const readMeta = ({ start, attributes }: Tag) => {
    const [name = '', content = '', equivalent = ''] = ['name', 'content', 'http-equiv'].map((key) =>
      attributes.get(key),
    );
    if (/^(robots|googlebot)$/i.test(name.trim()) && robots.length < MAX_POLICIES)
      robots.push(content.slice(0, MAX_LENGTH));
    const policy = /^content-security-policy$/i.test(equivalent.trim())
      ? 'content-security-policy'
      : /^referrer$/i.test(name.trim())
        ? 'referrer-policy'
        : undefined;
    if (policy !== undefined && metaPolicies.length < MAX_POLICIES)
      metaPolicies.push({ name: policy, content: content.slice(0, MAX_LENGTH), line: lineAt(start) });
  };

  readTags(html, (tag) => {
    const { name, attributes } = tag;
    const href = attributes.get('href');
    if (name === 'base' && !baseSeen && href !== undefined) {
      baseSeen = true; // the first one counts
      base = documentUrl(href, url) ?? url;
    }
    if (name === 'meta') readMeta(tag);
    const relation = attributes.get('rel') ?? '';
    if (name === 'link' && /(^|\s)canonical(\s|$)/i.test(relation)) canonical ??= documentUrl(href ?? '', base);
    if (name === 'link' && NO_DOCUMENT.test(relation.trim())) return;
    for (const attribute of Object.hasOwn(ADDRESSES, name) ? ADDRESSES[name]! : []) {
      const value = attributes.get(attribute);
      if (value === undefined) continue;
      for (const address of attribute === 'srcset' ? candidates(value) : [value]) add(address, tag, attribute);
    }
  });
  return {
    metaPolicies,
    links: [...links.values()],
    moreLinks,
    robotsMeta: robots.join(', '),
    ...(canonical !== undefined && { canonical }),
  };
}

/** The absolute address; undefined if it is not http or https, or if it points into the page itself. */
function documentUrl(written: string, base: string): string | undefined {
  const address = written.trim();
  if (address === '' || address.startsWith('#') || address.length > MAX_LENGTH || !URL.canParse(address, base))
    return undefined;
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  return url.href.length <= MAX_ADDRESS ? url.href : undefined;
}

/**
 * Reads the addresses of a `srcset`: `a.png 1x, b.png 2x`. The size follows the address, up to the comma. An address
 * may contain commas, but not end with one.
 */
function candidates(srcset: string): string[] {
  const text = srcset.slice(0, 50_000);
  const address = /[\s,]*(\S+)/y;
  const size = /[^,]*,?/y;
  const found: string[] = [];
  for (let match = address.exec(text); match !== null; match = address.exec(text)) {
    found.push(withoutCommas(match[1]!));
    size.lastIndex = address.lastIndex;
    if (!match[1]!.endsWith(',')) size.exec(text);
    address.lastIndex = size.lastIndex;
  }
  return found;
}

/** Without the commas at its end. A regular expression would try each comma of a long row as the first one. */
function withoutCommas(address: string): string {
  let end = address.length;
  while (end > 0 && address[end - 1] === ',') end -= 1;
  return address.slice(0, end);
}

/** Translates positions to lines. Each position must be at least as large as the one before. */
function lineCounter(text: string): (index: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (index) => {
    while (next !== -1 && next < index) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
