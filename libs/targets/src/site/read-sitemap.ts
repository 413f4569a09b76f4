import { gunzipSync } from 'node:zlib';
import { parser as saxParser } from 'sax';

/** The contents of a sitemap (sitemaps.org). */
export interface Sitemap {
  readonly kind: 'pages' | 'index';
  /** The first locations, as they are written. */
  readonly locations: readonly string[];
  readonly listed: number;
}

/** The limit of the sitemap protocol. */
const MAX_LOCATIONS = 50_000;

/**
 * Reads a sitemap. It is XML, or lines of addresses if its content type is plain text.
 * @returns the sitemap, or a text that says why it is not one
 */
export function readSitemap(body: Buffer, contentType: string, limit: number): Sitemap | string {
  const bytes = unzipped(body, limit);
  if (typeof bytes === 'string') return bytes;
  const text = new TextDecoder().decode(bytes);
  if (/^\s*text\/plain\b/i.test(contentType) && !text.trimStart().startsWith('<')) return readLines(text);
  return readXml(text);
}

function unzipped(body: Buffer, limit: number): Buffer | string {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: limit });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? 'it unpacks to more than a sitemap may hold'
      : 'its compression is broken';
  }
}

function readLines(text: string): Sitemap {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { kind: 'pages', locations: lines.slice(0, MAX_LOCATIONS), listed: lines.length };
}

/** The deepest sitemap has three levels, and extensions for pictures and languages add one or two. */
const MAX_DEPTH = 100;

/** The document is no sitemap. The message says why. */
class NoSitemap extends Error {}

/**
 * The parser is strict: it does not expand entities that the document defines, so they cannot exhaust memory. It ends
 * at the first error. Otherwise each closing tag that fits nothing would report every open element once more.
 */
function readXml(text: string): Sitemap | string {
  const parser = saxParser(true, { xmlns: false, trim: true });
  const path: string[] = [];
  const locations: string[] = [];
  let listed = 0;
  let root: string | undefined;
  let location = '';
  const atLocation = () => path.length === 3 && path[2] === 'loc';
  const read = (part: string) => {
    if (atLocation()) location += part;
  };
  Object.assign(parser, {
    onerror(error: Error) {
      throw new NoSitemap(`it is not well-formed XML: ${error.message.split('\n', 1)[0]}`);
    },
    onopentag: ({ name }: { name: string }) => {
      const local = name.slice(name.lastIndexOf(':') + 1);
      root ??= local;
      if (path.push(local) > MAX_DEPTH)
        throw new NoSitemap(`its elements are nested more than ${MAX_DEPTH} levels deep`);
      location = '';
    },
    ontext: read,
    oncdata: read,
    onclosetag: () => {
      if (atLocation()) {
        listed += 1;
        if (locations.length < MAX_LOCATIONS) locations.push(location.trim());
      }
      path.pop();
    },
  });
  try {
    for (let at = 0; at < text.length; at += CHUNK) parser.write(text.slice(at, at + CHUNK));
    parser.close();
  } catch (error) {
    if (error instanceof NoSitemap) return error.message;
    throw error;
  }
  if (root !== 'urlset' && root !== 'sitemapindex')
    return `its root element is ${String(root).slice(0, 40)}, not urlset or sitemapindex`;
  return { kind: root === 'urlset' ? 'pages' : 'index', locations, listed };
}

/** The parser checks the sizes of what it holds once for each piece that it is fed. */
const CHUNK = 65_536;
