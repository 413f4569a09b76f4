import {
  type CategoryUsage,
  type ChargeLine,
  type CreditUsageDocument,
  type LedgerEntryOf,
  type ProjectUsage,
  creditUsageDocuments,
  ledgerOfStream,
  usageId,
} from '@assay/billing';
import { type Microcredits, microcredits, noCredits, plus } from '@assay/kernel';
import type { Projection } from '@assay/read-models';

export type UsageEvent = LedgerEntryOf<'CreditsCharged' | 'CreditsRefunded' | 'ChargeSettled'>;

/**
 * GET /api/billing/usage, its summary: one document an organization and period. A session counts in the period that
 * charged it.
 */
export const creditUsage: Projection<CreditUsageDocument, UsageEvent> = {
  ...creditUsageDocuments,
  version: 2,
  indexes: [],
  handles: { CreditsCharged: true, CreditsRefunded: true, ChargeSettled: true },
  documentIds: ({ stream }) => {
    const { organizationId, period } = ledgerOfStream(stream);
    return [usageId(organizationId, period)];
  },
  apply(document, event) {
    const { type, data } = event;
    const usage = document ?? {
      ...ledgerOfStream(event.stream),
      scans: 0,
      credits: noCredits,
      lines: 0,
      issues: 0,
      byCategory: {},
      byProject: {},
    };
    switch (type) {
      case 'CreditsCharged': {
        // The lines of code are charged apart and count no second session.
        const scans = data.categories === undefined ? 0 : 1;
        return spent(usage, data.projectId, data.lines, data.amount, scans, data.categories ?? []);
      }
      case 'CreditsRefunded': {
        const scans = data.reason === 'not-started' ? -1 : 0;
        const lines = data.lines.map((line) => ({ ...line, amount: microcredits(-line.amount) }));
        return spent(usage, data.projectId, lines, microcredits(-data.amount), scans, []);
      }
      case 'ChargeSettled': {
        const issues = Object.entries(data.issuesByCategory);
        return {
          ...usage,
          lines: usage.lines + data.linesScanned,
          issues: issues.reduce((sum, [, count]) => sum + count, usage.issues),
          byCategory: issues.reduce(
            (all, [category, count]) => withCategory(all, category, { issues: count }),
            usage.byCategory,
          ),
        };
      }
    }
  },
};

function spent(
  usage: CreditUsageDocument,
  projectId: string | null,
  lines: readonly ChargeLine[],
  amount: Microcredits,
  scans: number,
  categories: readonly string[],
): CreditUsageDocument {
  const counted = categories.reduce((all, category) => withCategory(all, category, { scans: 1 }), usage.byCategory);
  return {
    ...usage,
    scans: usage.scans + scans,
    credits: plus(usage.credits, amount),
    byCategory: lines.reduce((all, line) => withCategory(all, line.category, { credits: line.amount }), counted),
    byProject:
      projectId === null ? usage.byProject : withProject(usage.byProject, projectId, { scans, credits: amount }),
  };
}

type Counts<Usage> = Readonly<Record<string, Usage>>;

function withCategory(
  all: Counts<CategoryUsage>,
  category: string,
  more: { scans?: number; credits?: Microcredits; issues?: number },
): Counts<CategoryUsage> {
  const { scans, credits, issues } = all[category] ?? { scans: 0, credits: noCredits, issues: 0 };
  return {
    ...all,
    [category]: {
      scans: scans + (more.scans ?? 0),
      credits: plus(credits, more.credits ?? noCredits),
      issues: issues + (more.issues ?? 0),
    },
  };
}

/**
 * Twice as many as a tier lets live at once. Projects can be deleted and made again without end, and a session that is
 * refunded costs nothing: those that cost least are left out of the list. The sums have all.
 */
const PROJECTS_KEPT = 1_000;

function withProject(
  all: Counts<ProjectUsage>,
  projectId: string,
  more: { scans: number; credits: Microcredits },
): Counts<ProjectUsage> {
  const { scans, credits } = all[projectId] ?? { scans: 0, credits: noCredits };
  const next = { ...all, [projectId]: { scans: scans + more.scans, credits: plus(credits, more.credits) } };
  const ids = Object.keys(next);
  if (ids.length <= PROJECTS_KEPT) return next;
  // The one at hand stays: what it cost may only be beginning.
  const others = ids.filter((id) => id !== projectId);
  delete next[others.reduce((a, b) => (next[b]!.credits < next[a]!.credits ? b : a))];
  return next;
}
