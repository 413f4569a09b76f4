/**
 * What is recorded of a site, for engines to judge: plain JSON, bounded, one record a page and kind. A record is
 * written only where a planned tool's engine wants it (its engine is named below).
 */

/**
 * Something that was looked at, or why it was not: `skipped` where this installation lacks what it takes, `failed`
 * where it was tried.
 */
export type Observed<Value> =
  | { readonly observed: Value }
  | { readonly missing: string; readonly because: 'skipped' | 'failed' };

/** `http/<n>.json`, engine `http-answers`: what the server answered when the page was asked for once. */
export interface HttpRecord {
  readonly url: string;
  readonly answer: Observed<HttpAnswer>;
}

export interface HttpAnswer {
  readonly finalUrl: string;
  readonly status: number;
  /** Whether it says that it is HTML. */
  readonly html: boolean;
  /** As they came, each line by itself, names in lower case; without cookies. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly redirects: readonly { readonly url: string; readonly status: number }[];
  /** Those that the page and the redirects to it set, as the server wrote them, but without their value. */
  readonly cookies: readonly { readonly setBy: string; readonly line: string }[];
  /** The policies in the page's own `<meta>`, where it is HTML: line from 1. */
  readonly metaPolicies: readonly { readonly name: string; readonly content: string; readonly line: number }[];
}

/** `tls/<n>.json`, engine `tls`: how one host and port encrypts, by the first handshake. */
export interface TlsRecord {
  /** As pages are addressed there. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  /**
   * Pages of the session are served from it without encryption. `connection` is then of the usual port, where there is
   * one.
   */
  readonly plain: boolean;
  readonly connection: Observed<TlsConnection>;
  /** When it was observed, ISO 8601: what the days to the end are counted from. */
  readonly at: string;
}

export interface TlsConnection {
  /**
   * Undefined where the chain of certificates is trusted; else Node's code: `CERT_HAS_EXPIRED`,
   * `DEPTH_ZERO_SELF_SIGNED_CERT` …
   */
  readonly distrust?: string;
  /** Whether the certificate is for this host. */
  readonly forHost: boolean;
  readonly protocol: string;
  readonly cipher: string;
  readonly certificate: {
    readonly subject: string;
    readonly issuer: string;
    /** ISO 8601. */
    readonly validFrom: string;
    readonly validTo: string;
    readonly altNames: readonly string[];
    /** `rsa`, `ec`, `ed25519` … */
    readonly keyType: string;
    readonly keyBits: number;
    /** `sha256WithRSAEncryption`, where it can be told. */
    readonly signatureAlgorithm?: string;
    readonly selfSigned: boolean;
  };
  /** Old protocols that the server still agrees to: `TLSv1`, `TLSv1.1`. */
  readonly oldProtocols: readonly string[];
}

/** What came of following a link. */
export type LinkOutcome =
  | { readonly status: number; readonly redirectedTo?: string }
  | { readonly unreachable: string; readonly loop?: boolean }
  | { readonly notChecked: string };

/** `links/<n>.json`, engine `links`: where a page's links lead. */
export interface LinksRecord {
  readonly url: string;
  readonly page: Observed<{
    readonly finalUrl: string;
    readonly status: number;
    readonly links: readonly {
      readonly url: string;
      /** `a[href]`, `img[src]`, `link[href]`, `script[src]`, `iframe[src]`. */
      readonly element: string;
      /** The line of the page's HTML, from 1. */
      readonly line: number;
      readonly outcome: LinkOutcome;
    }[];
    /** Links beyond the bound, which nobody looked at. */
    readonly more: number;
  }>;
}

/** `site/<n>.json`, engine `site`: what an origin tells robots. */
export interface SiteRecord {
  readonly origin: string;
  readonly site: Observed<{
    readonly robots: RobotsAnswer;
    readonly sitemaps: readonly SitemapAnswer[];
    /** The pages of the session at this origin, and what they say to robots. */
    readonly pages: readonly RobotsPage[];
  }>;
}

export type RobotsAnswer =
  | {
      readonly status: number;
      readonly contentType: string;
      readonly text: string /** There is more than what is read of it. */;
      readonly cut: boolean;
    }
  | { readonly unreachable: string };

export interface SitemapAnswer {
  readonly url: string;
  /** Whether robots.txt, or an index, names it: else it was looked for where it usually is. */
  readonly named: boolean;
  readonly status?: number;
  /** Why it is no sitemap, or could not be read. */
  readonly problem?: string;
  /** Why nobody looked at it. */
  readonly notChecked?: string;
  /** How many addresses it lists, and the first of those that are of another origin or no URLs. */
  readonly listed: number;
  readonly foreign: readonly string[];
}

export interface RobotsPage {
  readonly url: string;
  readonly robotsMeta: string;
  readonly robotsHeader: string;
  readonly canonical?: string;
  /** Whether robots.txt lets any robot read it. */
  readonly allowed: boolean;
  readonly inSitemap: boolean;
}

/** A browser's finding that points at an element. */
export interface PageElement {
  /** Its markup, cut. */
  readonly html: string;
  /** A CSS selector. */
  readonly selector: string;
}

/** `page/<n>.json`, engine `page`: one load of the page in a browser, shared by all tools that need one. */
export interface PageRecord {
  readonly url: string;
  readonly finalUrl: string;
  /** How often the page was loaded for this record: 1. */
  readonly loads: number;
  readonly browser: { readonly name: string; readonly version: string };
  readonly axe: Observed<{
    readonly version: string;
    readonly violations: readonly {
      readonly rule: string;
      readonly impact: 'minor' | 'moderate' | 'serious' | 'critical';
      readonly help: string;
      readonly elements: readonly PageElement[];
      readonly more: number;
    }[];
  }>;
  readonly runtime: Observed<{
    readonly exceptions: readonly { readonly message: string; readonly url?: string; readonly line?: number }[];
    readonly consoleErrors: readonly { readonly message: string; readonly url?: string; readonly line?: number }[];
    /** Requests of the page that failed or were answered by 400 and above. `refused` by our guard. */
    readonly failedRequests: readonly {
      readonly url: string;
      readonly kind: string;
      readonly reason: string;
      readonly refused: boolean;
    }[];
    readonly more: number;
  }>;
  readonly coverage: Observed<{
    readonly files: readonly {
      readonly url: string;
      readonly type: 'css' | 'js';
      readonly bytes: number;
      readonly usedBytes: number;
    }[];
  }>;
}

/** `lighthouse/<n>.json`, engine `lighthouse`: one run of Lighthouse for all of its tools. */
export interface LighthouseRecord {
  readonly url: string;
  /** How often Lighthouse was run for this record: 1. */
  readonly runs: number;
  readonly report: Observed<{
    readonly version: string;
    /** 0–1; null where it could not be told. */
    readonly scores: {
      readonly performance: number | null;
      readonly accessibility: number | null;
      readonly 'best-practices': number | null;
      readonly seo: number | null;
    };
    /** Audits that did not pass: below 0.9, of those that apply. */
    readonly audits: readonly {
      readonly id: string;
      readonly category: 'performance' | 'accessibility' | 'best-practices' | 'seo';
      readonly title: string;
      readonly score: number;
      readonly displayValue?: string;
      /** What it points at: elements and addresses, the first ones. */
      readonly items: readonly (PageElement | { readonly url: string })[];
      readonly more: number;
    }[];
  }>;
}
