import type { LighthouseRecord, PageElement } from '@assay/target-records';
import { BOUNDS } from '../browser-job';

type Report = Extract<LighthouseRecord['report'], { readonly observed: unknown }>['observed'];
type Audit = Report['audits'][number];
type Item = Audit['items'][number];

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse calls an audit passed from here on. */
const PASSED = 0.9;

interface LighthouseAudit {
  readonly id: string;
  readonly title: string;
  /** Null where it does not apply, could not be told, or only informs. */
  readonly score: number | null;
  readonly displayValue?: string;
  readonly details?: { readonly items?: readonly unknown[] };
}

/** The part of a Lighthouse result (LHR) that is recorded. */
export interface LighthouseResult {
  readonly lighthouseVersion: string;
  readonly runtimeError?: { readonly code: string; readonly message: string };
  readonly audits: Readonly<Record<string, LighthouseAudit>>;
  readonly categories: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] } | undefined
    >
  >;
}

/** Audits that did not pass, in the first category that has them, with what they point at. */
export function readLighthouseResult(result: unknown): LighthouseRecord['report'] {
  const report = result as LighthouseResult | undefined;
  if (!report) return { missing: 'Lighthouse gave no report', because: 'failed' };
  if (report.runtimeError)
    return { missing: `${report.runtimeError.message} (${report.runtimeError.code})`, because: 'failed' };
  const seen = new Set<string>();
  const audits = CATEGORIES.flatMap((category) =>
    (report.categories[category]?.auditRefs ?? []).flatMap(({ id }): Audit[] => {
      const audit = report.audits[id];
      if (seen.has(id) || !audit || audit.score === null || audit.score >= PASSED) return [];
      seen.add(id);
      return [describe(audit, category)];
    }),
  );
  const score = (category: (typeof CATEGORIES)[number]) => report.categories[category]?.score ?? null;
  return {
    observed: {
      version: report.lighthouseVersion,
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      audits: audits.slice(0, BOUNDS.audits),
    },
  };
}

function describe({ id, title, score, displayValue, details }: LighthouseAudit, category: Audit['category']): Audit {
  // A checklist's items are no list.
  const rows: readonly unknown[] = Array.isArray(details?.items) ? details.items : [];
  const pointedAt = rows.map(itemOf).filter((item) => item !== undefined);
  return {
    id,
    category,
    title,
    score: score!,
    ...(displayValue ? { displayValue } : {}),
    items: pointedAt.slice(0, BOUNDS.items),
    more: Math.max(0, pointedAt.length - BOUNDS.items),
  };
}

/** A row of a table: what it is about is an element or an address, in whichever column. */
function itemOf(row: unknown): Item | undefined {
  if (!isFields(row)) return undefined;
  const values = [row, ...Object.values(row)].filter(isFields);
  const element = values.find(
    (value): value is Readonly<Record<'snippet' | 'selector', string>> =>
      value['type'] === 'node' && typeof value['snippet'] === 'string' && typeof value['selector'] === 'string',
  );
  if (element)
    return {
      html: element.snippet.slice(0, BOUNDS.markup),
      selector: element.selector.slice(0, BOUNDS.text),
    } satisfies PageElement;
  const address =
    values.map((value) => value['url']).find((url) => typeof url === 'string' && url !== '') ?? row['source'];
  return typeof address === 'string' && URL.canParse(address) ? { url: address.slice(0, BOUNDS.url) } : undefined;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object';
