import type { PageContent } from '../read-page';

/** A question about bytes that a site sent. The bytes follow the question. */
export type Question =
  | ({ readonly kind: 'page' } & PageQuestion)
  | ({ readonly kind: 'robots' } & RobotsQuestion)
  | ({ readonly kind: 'sitemap' } & SitemapQuestion);

export interface PageQuestion {
  /** The address of the page. */
  readonly url: string;
}

export interface RobotsQuestion {
  readonly origin: string;
  /** The name of the robot whose rules are asked for, in lower case; `*` for any robot. */
  readonly robot: string;
  /** Addresses of the origin. */
  readonly urls: readonly string[];
}

export interface SitemapQuestion {
  readonly url: string;
  readonly contentType: string;
  /** Bytes that it may unpack to. */
  readonly limit: number;
  readonly origin: string;
  /** Pages of the origin that it may list. */
  readonly pages: readonly string[];
  /** Sitemaps that an index need not name again. */
  readonly known: readonly string[];
}

export interface RobotsContent {
  /** For each of the addresses, whether the robot may read it. */
  readonly allowed: readonly boolean[];
  /** Seconds between two requests, if the file asks for a delay. */
  readonly delay?: number;
  /** The first sitemaps that it names: absolute addresses, and texts that are not addresses, as they are written. */
  readonly sitemaps: readonly string[];
}

export type SitemapContent =
  /** Why it is no sitemap. */
  | { readonly problem: string }
  | {
      readonly kind: 'pages' | 'index';
      readonly listed: number;
      /** The first locations that are not of its origin, cut. */
      readonly foreign: readonly string[];
      /** The pages in the question that it lists. */
      readonly pages: readonly string[];
      /** The first locations of an index that are addresses, and not known yet. */
      readonly next: readonly string[];
    };

export interface Answers {
  readonly page: PageContent;
  readonly robots: RobotsContent;
  readonly sitemap: SitemapContent;
}

export const MAX_SITEMAPS = 10;
export const MAX_FOREIGN = 20;
/** Characters of a location that is not of the sitemap's origin. */
export const MAX_LOCATION = 500;
/** Characters of an absolute address, which has more than the written one where they are escaped. */
export const MAX_ADDRESS = 32_768;
