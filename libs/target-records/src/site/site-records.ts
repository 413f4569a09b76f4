/**
 * The records of a site, for engines to judge. They are plain JSON of bounded size, one for each page and kind. A
 * record is written only if a planned tool's engine needs it. The engine is named at each record.
 */

/**
 * An observation, or why it is missing: `skipped` if this installation lacks what it needs, `failed` if it was tried.
 */
export type Observed<Value> =
  | { readonly observed: Value }
  | { readonly missing: string; readonly because: 'skipped' | 'failed' };

/** `http/<n>.json`, for the engine `http-answers`: the server's answer to one request for the page. */
export interface HttpRecord {
  readonly url: string;
  readonly answer: Observed<HttpAnswer>;
}

export interface HttpAnswer {
  readonly finalUrl: string;
  readonly status: number;
  /** Whether the answer declares that it is HTML. */
  readonly html: boolean;
  /** Unchanged, one item a line, with names in lower case and without cookies. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly redirects: readonly { readonly url: string; readonly status: number }[];
  /** The cookies that the page and its redirects set, as the server wrote them, but without their values. */
  readonly cookies: readonly { readonly setBy: string; readonly line: string }[];
  /** The policies in the page's own `<meta>`, if it is HTML. Lines are counted from 1. */
  readonly metaPolicies: readonly { readonly name: string; readonly content: string; readonly line: number }[];
}

/** `tls/<n>.json`, for the engine `tls`: how one host and port encrypts, according to the first handshake. */
export interface TlsRecord {
  /** The origin in the pages' addresses. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  /**
   * Whether pages of the session are served from it without encryption. `connection` then describes the usual encrypted
   * port, if there is one.
   */
  readonly plain: boolean;
  readonly connection: Observed<TlsConnection>;
  /** When it was observed, in ISO 8601. The days to the certificate's expiry are counted from this time. */
  readonly at: string;
}

export interface TlsConnection {
  /**
   * Undefined if the chain of certificates is trusted. Otherwise Node's code: `CERT_HAS_EXPIRED`,
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
    /** `sha256WithRSAEncryption` …, if it is known. */
    readonly signatureAlgorithm?: string;
    readonly selfSigned: boolean;
  };
  /** Old protocols that the server still agrees to: `TLSv1`, `TLSv1.1`. */
  readonly oldProtocols: readonly string[];
}

/** The result of following a link. */
export type LinkOutcome =
  | { readonly status: number; readonly redirectedTo?: string }
  | { readonly unreachable: string; readonly loop?: boolean }
  | { readonly notChecked: string };

/** `links/<n>.json`, for the engine `links`: where a page's links lead. */
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
    /** The number of links beyond the limit, which were not followed. */
    readonly more: number;
  }>;
}

/** `site/<n>.json`, for the engine `site`: an origin's rules for robots. */
export interface SiteRecord {
  readonly origin: string;
  readonly site: Observed<{
    readonly robots: RobotsAnswer;
    readonly sitemaps: readonly SitemapAnswer[];
    /** The pages of the session at this origin, with their own rules for robots. */
    readonly pages: readonly RobotsPage[];
  }>;
}

export type RobotsAnswer =
  | {
      readonly status: number;
      readonly contentType: string;
      readonly text: string;
      /** Whether the file is longer than the part that was read. */
      readonly cut: boolean;
    }
  | { readonly unreachable: string };

export interface SitemapAnswer {
  readonly url: string;
  /** Whether robots.txt or an index names it. If not, it was searched at the usual address. */
  readonly named: boolean;
  readonly status?: number;
  /** Why it is not a sitemap, or could not be read. */
  readonly problem?: string;
  /** Why it was not fetched. */
  readonly notChecked?: string;
  /** The number of addresses that it lists. */
  readonly listed: number;
  /** The first addresses that are of another origin or are not URLs. */
  readonly foreign: readonly string[];
}

export interface RobotsPage {
  readonly url: string;
  readonly robotsMeta: string;
  readonly robotsHeader: string;
  readonly canonical?: string;
  /** Whether robots.txt allows every robot to read it. */
  readonly allowed: boolean;
  readonly inSitemap: boolean;
}

/** An element that a browser's finding points at. */
export interface PageElement {
  /** The start of its markup. */
  readonly html: string;
  /** A CSS selector. */
  readonly selector: string;
}

/** `page/<n>.json`, for the engine `page`: one load of the page in a browser, shared by all tools that need it. */
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
    /** Requests of the page that failed, or got a status of 400 or more. `refused` means refused by Assay's guard. */
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

/** `lighthouse/<n>.json`, for the engine `lighthouse`: one run of Lighthouse for all its tools. */
export interface LighthouseRecord {
  readonly url: string;
  /** How often Lighthouse was run for this record: 1. */
  readonly runs: number;
  readonly report: Observed<{
    readonly version: string;
    /** From 0 to 1; null if unknown. */
    readonly scores: {
      readonly performance: number | null;
      readonly accessibility: number | null;
      readonly 'best-practices': number | null;
      readonly seo: number | null;
    };
    /** The audits that apply and did not pass: their score is below 0.9. */
    readonly audits: readonly {
      readonly id: string;
      readonly category: 'performance' | 'accessibility' | 'best-practices' | 'seo';
      readonly title: string;
      readonly score: number;
      readonly displayValue?: string;
      /** The first elements and addresses that the audit points at. */
      readonly items: readonly (PageElement | { readonly url: string })[];
      readonly more: number;
    }[];
  }>;
}
