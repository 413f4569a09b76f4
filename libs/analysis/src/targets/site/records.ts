/**
 * What is recorded of a site, for engines to judge: plain JSON, bounded, one record a page and kind. A record is written
 * only where a planned tool's engine wants it (its engine is named below).
 */

/** Something that was looked at, or why it was not: `skipped` where this installation lacks what it takes, `failed` where it was tried. */
export type Observed<Value> = { readonly observed: Value } | { readonly missing: string; readonly because: 'skipped' | 'failed' };

/** `http/<n>.json`, engine `http-answers`: what the server answered when the page was asked for once. */
export interface HttpRecord {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  /** As they came, each line by itself, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly redirects: readonly { readonly url: string; readonly status: number }[];
  /** The page's own `<meta http-equiv>` of policies, where it is HTML: line from 1. */
  readonly metaPolicies: readonly { readonly name: string; readonly content: string; readonly line: number }[];
}

/** `tls/<n>.json`, engine `tls`: the certificate and connection of one host and port, by the first handshake. */
export interface TlsRecord {
  readonly host: string;
  readonly port: number;
  /** Undefined where the certificate is trusted for the host; else Node's code: `CERT_HAS_EXPIRED`, `ERR_TLS_CERT_ALTNAME_INVALID` … */
  readonly distrust?: string;
  readonly protocol: string;
  readonly cipher: string;
  readonly certificate: {
    readonly subject: string;
    readonly issuer: string;
    /** ISO 8601. */
    readonly validFrom: string;
    readonly validTo: string;
    readonly altNames: readonly string[];
    readonly keyType: string;
    readonly keyBits: number;
    /** `sha256WithRSAEncryption`, where it can be told. */
    readonly signatureAlgorithm?: string;
    readonly chainLength: number;
    readonly selfSigned: boolean;
  };
  /** Old protocols that the server still agrees to: `TLSv1`, `TLSv1.1`. */
  readonly oldProtocols: readonly string[];
  /** When it was observed, ISO 8601: what the days to the end are counted from. */
  readonly at: string;
}

/** `links/<n>.json`, engine `links`: where a page's links lead. */
export interface LinksRecord {
  readonly url: string;
  readonly links: readonly {
    readonly url: string;
    /** `a[href]`, `img[src]`, `link[href]`, `script[src]`, `iframe[src]`. */
    readonly element: string;
    /** The line of the page's HTML, from 1. */
    readonly line: number;
    readonly outcome: { readonly status: number; readonly redirectedTo?: string } | { readonly unreachable: string } | { readonly notChecked: string };
  }[];
  /** Links beyond the bound, which nobody looked at. */
  readonly more: number;
}

/** `site/<n>.json`, engine `site`: what an origin tells robots. */
export interface SiteRecord {
  readonly origin: string;
  readonly robots: { readonly status: number; readonly text: string } | { readonly unreachable: string };
  readonly sitemaps: readonly {
    readonly url: string;
    readonly status?: number;
    readonly problem?: string;
    /** Addresses that it lists, and those that are of another origin or no URLs (the first ones). */
    readonly listed: number;
    readonly foreign: readonly string[];
  }[];
  /** The pages of the session at this origin, and what they say to robots. */
  readonly pages: readonly { readonly url: string; readonly robotsMeta: string; readonly robotsHeader: string; readonly canonical?: string; readonly allowed: boolean }[];
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
    readonly violations: readonly { readonly rule: string; readonly impact: 'minor' | 'moderate' | 'serious' | 'critical'; readonly help: string; readonly elements: readonly PageElement[]; readonly more: number }[];
  }>;
  readonly runtime: Observed<{
    readonly exceptions: readonly { readonly message: string; readonly url?: string; readonly line?: number }[];
    readonly consoleErrors: readonly { readonly message: string; readonly url?: string; readonly line?: number }[];
    /** Requests of the page that failed or were answered by 400 and above. `refused` by our guard. */
    readonly failedRequests: readonly { readonly url: string; readonly kind: string; readonly reason: string; readonly refused: boolean }[];
    readonly more: number;
  }>;
  readonly coverage: Observed<{
    readonly files: readonly { readonly url: string; readonly type: 'css' | 'js'; readonly bytes: number; readonly usedBytes: number }[];
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
    readonly scores: { readonly performance: number | null; readonly accessibility: number | null; readonly 'best-practices': number | null; readonly seo: number | null };
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
