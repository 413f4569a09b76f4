import { SEVERITIES, type Severity } from '@assay/kernel';
import type { ToolDefinition } from '../../catalogue/tool';
import type { RawFinding } from '../engine';
import { elementOf, unlisted } from '../kit/pages/axe-violations';
import { groupedBy } from '../kit/pages/grouped-by';
import type { SeenPage } from '../kit/pages/observed-parts';
import { type Fields, amountOf, listOf, optionalTextOf, textOf, wholeListOf } from '../kit/pages/record-fields';

interface FailedAudit {
  readonly id: string;
  readonly title: string;
  readonly score: number;
  readonly displayValue: string | undefined;
  readonly items: readonly AuditItem[];
  readonly more: number;
}

/** An item of an audit: an element or an address. */
interface AuditItem {
  /** The element's markup, or the address. */
  readonly excerpt: string;
  /** The name of the item in messages. */
  readonly name: string;
}

const MAX_AUDITS = 1_000;
const MAX_ITEMS = 50;
/** Lighthouse rates a lower score as poor, and a score up to 0.9 as in need of improvement. */
const POOR = 0.5;

export const readAudits = (report: Fields): readonly FailedAudit[] =>
  wholeListOf(report, 'audits', MAX_AUDITS, (audit) => {
    const { entries, more } = listOf(audit, 'items', MAX_ITEMS, itemOf);
    return {
      id: textOf(audit, 'id'),
      title: textOf(audit, 'title', 300),
      score: amountOf(audit, 'score'),
      displayValue: optionalTextOf(audit, 'displayValue'),
      items: entries,
      more: more + amountOf(audit, 'more'),
    };
  });

function itemOf(item: Fields): AuditItem {
  if (item['url'] !== undefined) return { excerpt: textOf(item, 'url'), name: textOf(item, 'url', 300) };
  const { html, selector } = elementOf(item);
  return { excerpt: html === '' ? selector : html, name: selector };
}

/**
 * Makes one finding for each item of an audit, or one for the page if it has no items. An audit may belong to several
 * categories, and then to the tool of each. The rules of a tool decide which audits it has.
 */
export const judgeAudits = (
  pages: readonly SeenPage<readonly FailedAudit[]>[],
  { rules }: ToolDefinition,
): RawFinding[] =>
  pages.flatMap(({ file, url, part }) =>
    groupedBy(
      part.filter(({ id }) => Object.hasOwn(rules, id)),
      ({ id }) => id,
    ).flatMap(([audit]) => {
      const { id, title, score, displayValue, items, more } = audit!;
      const severity = severityOf(rules[id]!.severity, score);
      const about = { file, place: url, rule: id, severity };
      const measured = displayValue === undefined || displayValue === '' ? '' : ` (${displayValue})`;
      // Measured values differ from run to run. The message shows them, but they do not identify the finding.
      if (items.length === 0) return [{ ...about, excerpt: title, message: `${title}${measured}${unlisted(more)}` }];
      const distinct = groupedBy(items, ({ excerpt, name }) => JSON.stringify([excerpt, name]));
      return distinct.map((same, index) => {
        const { excerpt, name } = same[0]!;
        const times = same.length === 1 ? '' : `, ${same.length} times`;
        return {
          ...about,
          excerpt,
          message: `${title}${measured}: ${name}${times}${index + 1 === distinct.length ? unlisted(more) : ''}`,
        };
      });
    }),
  );

/** The severity of a rule applies to a poor score. A score that only needs improvement is one level milder. */
const severityOf = (ofRule: Severity, score: number): Severity =>
  score < POOR ? ofRule : SEVERITIES[Math.min(SEVERITIES.indexOf(ofRule) + 1, SEVERITIES.length - 1)]!;
