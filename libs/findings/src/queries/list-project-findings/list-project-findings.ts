import type { Severity } from '@assay/kernel';
import { type ReadModels, type StoredDocument, type Where, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { severityRank } from '../../domain/merging';
import { findingMemberDocuments } from '../documents';
import type { FindingView } from '../finding-view';
import { FindingViews } from '../finding-views';
import { FindingLines, type Lifecycle, lifecycleFields, lifecycleNow } from '../finding-lines';
import {
  type FindingsLineDocument,
  type LineFindingDocument,
  findingsLineDocuments,
  lineFindingDocuments,
} from '../line-documents';
import { type FindingFilters, conditions, thatCount } from '../listed-groups';
import { numberOf } from './number-of';

/** The findings of the line of a project that was scanned last, as they are after its latest scan. */
export class ListProjectFindings extends Query<{ findings: FindingView[]; total: number }> {
  constructor(
    readonly input: {
      organizationId: string;
      projectId: string;
      /** Default: the one that was scanned last. */
      branch?: string;
      state?: Lifecycle;
      filters: FindingFilters;
      limit: number;
      offset: number;
    },
  ) {
    super();
  }
}

const IN_ORDER = [
  ['severityRank', 'ascending'],
  ['file', 'ascending'],
  ['line', 'ascending'],
] as const;

@QueryHandler(ListProjectFindings)
export class ListProjectFindingsHandler implements IQueryHandler<ListProjectFindings> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly lines: FindingLines,
    private readonly views: FindingViews,
  ) {}

  async execute({ input }: ListProjectFindings): Promise<{ findings: FindingView[]; total: number }> {
    const latest = await this.lines.latestScan(input);
    if (!latest) return { findings: [], total: 0 };
    const { lineId } = latest.ended;
    const line = (await this.readModels.collection(findingsLineDocuments).get(lineId))?.document;
    const position = line?.changedBy === latest.scanId ? line.changedAt : latest.ended.position;
    const { state, filters, limit, offset } = input;
    const where = { lineId, ...filtered(filters), ...inState(state, position), ...suppression(state, filters, line) };
    const collection = this.readModels.collection(lineFindingDocuments);
    // Counted now if there is no stored count: the findings of one rule.
    const total = (line && numberOf(line, position, state, filters)) ?? (await collection.count(where));
    if (offset >= total) return { findings: [], total };
    const page = await collection.find({ where, sort: IN_ORDER, limit, offset });
    return { findings: await this.shown(page, latest.scanId, position), total };
  }

  /** A finding that still exists is shown as in the latest scan: its line number may differ, which is not a change. */
  private async shown(
    page: readonly StoredDocument<LineFindingDocument>[],
    scanId: string,
    position: number,
  ): Promise<FindingView[]> {
    const open = page.filter(({ document }) => isThere(document));
    const fingerprints = [...new Set(open.map(({ document }) => document.fingerprint))];
    const current = await this.readModels
      .collection(findingMemberDocuments)
      .find({ where: { scanId, fingerprint: { in: fingerprints } } });
    const ids = new Map(current.map(({ id, document }) => [`${document.tool} ${document.fingerprint}`, id]));
    const idOf = ({ state, tool, fingerprint, findingId }: LineFindingDocument) =>
      (isThere({ state }) ? ids.get(`${tool} ${fingerprint}`) : undefined) ?? findingId;
    const views = await this.views.byId(page.map(({ document }) => idOf(document)));
    return page.flatMap((stored) => {
      const view = views.get(idOf(stored.document));
      return view ? [{ ...view, ...lifecycleFields(lifecycleNow(stored, position), stored.document) }] : [];
    });
  }
}

const isThere = ({ state }: Pick<LineFindingDocument, 'state'>): boolean => state === 'open' || state === 'suppressed';

const filtered = ({ severity, category, tool, group }: FindingFilters): Where => ({
  ...conditions({ category, tool, kind: group }),
  // The indexes have the rank, because it gives the order.
  ...(severity !== undefined && { severityRank: severityRank(severity as Severity) }),
});

/**
 * A state excludes suppressed findings, and a line without any needs no condition: no index has the field, so a page
 * far into a million findings would read all before it.
 */
function suppression(
  state: Lifecycle | undefined,
  filters: FindingFilters,
  line: FindingsLineDocument | undefined,
): Where {
  if (filters.suppressed) return state === undefined ? { state: 'suppressed' } : thatCount(filters);
  const isKnown = line?.totals != null;
  const hasSome = isKnown && line.totals.some(({ state: counted }) => counted === 'suppressed');
  return state === undefined && (hasSome || !isKnown) ? thatCount() : {};
}

function inState(state: Lifecycle | undefined, latest: number): Where {
  switch (state) {
    case undefined:
      return {};
    case 'new':
    case 'reopened':
      return { state: 'open', since: latest, began: state };
    case 'unchanged':
      return { state: 'open', since: { lt: latest } };
    default:
      return { state };
  }
}
