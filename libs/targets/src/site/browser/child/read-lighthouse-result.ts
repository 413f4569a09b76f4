import type { LighthouseRecord, PageElement } from '@assay/target-records';
import { BOUNDS } from '../browser-job';

type Report = Extract<LighthouseRecord['report'], { readonly observed: unknown }>['observed'];
type Audit = Report['audits'][number];
type Item = Audit['items'][number];

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The score from which Lighthouse treats an audit as passed. */
const PASSED = 0.9;

interface LighthouseAudit {
  readonly id: string;
  readonly title: string;
  /** Null if the audit does not apply, could not be made, or only informs. */
  readonly score: number | null;
  readonly displayValue?: string;
  readonly details?: { readonly items?: readonly unknown[] };
}

/** The fields of a Lighthouse result (LHR) that are recorded. */
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

/** Reads the audits that did not pass, each in the first category that has it, with the items that it points at. */
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
  // The items of a checklist are not an array.
  const rows: readonly unknown[] = Array.isArray(details?.items) ? details.items : [];
  const pointedAt = rows.map(itemOf).filter((item) => item !== undefined);
  return {
    id,
    category,
    title,
    score: score!,
    ...(displayValue && { displayValue }),
    items: pointedAt.slice(0, BOUNDS.items),
    more: Math.max(0, pointedAt.length - BOUNDS.items),
  };
}

/** Reads a row of a table. Its subject is an element or an address in any column. */
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
