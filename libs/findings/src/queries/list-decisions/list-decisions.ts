import { type ReadModels, READ_MODELS, type StoredDocument } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { FindingStatus } from '../../domain/finding';
import { sightingName } from '../../domain/lifecycle/line-events';
import type { DecidedAbout } from '../../domain/triage';
import { type TriageDocument, findingMemberDocuments, triageDocuments } from '../documents';
import { FindingLines } from '../finding-lines';
import { lineFindingDocuments, lineFindingId, lineSightingDocuments, lineSightingId } from '../line-documents';

/** A decision that holds about a fingerprint of a project. */
export interface DecisionView {
  readonly fingerprint: string;
  readonly status: FindingStatus;
  readonly note: string | null;
  readonly by: string;
  readonly at: string;
  readonly expiresAt: string | null;
  /** The finding as it was then; null of a decision of an earlier release. */
  readonly about: DecidedAbout | null;
  /** Whether the line that was scanned last has the finding still, or cannot say; null if nothing was scanned. */
  readonly isUsed: boolean | null;
}

/** The decisions of a project that are in force, without those that leave a finding open. */
export class ListDecisions extends Query<{ decisions: DecisionView[]; total: number }> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly projectId: string;
      /** Default: the one that was scanned last. */
      readonly branch?: string;
      /** Only decisions that no finding needs any longer, or only the others. Default: all. */
      readonly unused?: boolean;
      readonly limit: number;
      readonly offset: number;
    },
  ) {
    super();
  }
}

/** Decisions that are looked at in one go. */
const BATCH = 1_000;

@QueryHandler(ListDecisions)
export class ListDecisionsHandler implements IQueryHandler<ListDecisions> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly lines: FindingLines,
  ) {}

  async execute({ input }: ListDecisions): Promise<{ decisions: DecisionView[]; total: number }> {
    const { projectId, unused, limit, offset } = input;
    const latest = await this.lines.latestScan(input);
    const line = latest && { scanId: latest.scanId, lineId: latest.ended.lineId };
    const decisions: DecisionView[] = [];
    let total = 0;
    for await (const batch of this.batches(projectId)) {
      const used = await this.used(batch, line);
      for (const stored of batch) {
        const isUsed = line ? used.has(stored.document.fingerprint) : null;
        if (unused !== undefined && isUsed === unused) continue;
        if (total >= offset && total < offset + limit) decisions.push(viewOf(stored.document, isUsed));
        total += 1;
      }
    }
    return { decisions, total };
  }

  private async *batches(scope: string): AsyncGenerator<readonly StoredDocument<TriageDocument>[]> {
    for (let offset = 0; ; offset += BATCH) {
      const batch = await this.readModels.collection(triageDocuments).find({
        where: { scope, isOpen: false },
        sort: [['decidedAt', 'descending']],
        limit: BATCH,
        offset,
      });
      yield batch;
      if (batch.length < BATCH) return;
    }
  }

  /** Fingerprints that the latest scan found, and those of findings that it cannot say are gone. */
  private async used(
    batch: readonly StoredDocument<TriageDocument>[],
    line: { readonly scanId: string; readonly lineId: string } | undefined,
  ): Promise<ReadonlySet<string>> {
    if (!line) return new Set();
    const { scanId, lineId } = line;
    const fingerprints = batch.map(({ document }) => document.fingerprint);
    const found = await this.readModels
      .collection(findingMemberDocuments)
      .find({ where: { scanId, fingerprint: { in: fingerprints } } });
    const used = new Set(found.map(({ document }) => document.fingerprint));
    const others = batch.flatMap(({ document: { fingerprint, about } }) =>
      about && !used.has(fingerprint)
        ? [{ fingerprint, id: lineSightingId(lineId, sightingName({ ...about, fingerprint })) }]
        : [],
    );
    const sightings = await this.readModels.collection(lineSightingDocuments).getMany(others.map(({ id }) => id));
    const owners = new Map(sightings.map(({ id, document }) => [id, document.owners.at(-1)!.key]));
    const entries = await this.readModels
      .collection(lineFindingDocuments)
      .getMany([...new Set(owners.values())].map((key) => lineFindingId(lineId, key)));
    const states = new Map(entries.map(({ id, document }) => [id, document.state]));
    for (const { fingerprint, id } of others) {
      const key = owners.get(id);
      const state = key === undefined ? undefined : states.get(lineFindingId(lineId, key));
      if (state !== undefined && state !== 'gone') used.add(fingerprint);
    }
    return used;
  }
}

function viewOf(document: TriageDocument, isUsed: boolean | null): DecisionView {
  const { fingerprint, status, expiresAt = null, about = null, history } = document;
  const { note, by, at } = history.at(-1)!;
  return { fingerprint, status, note, by, at, expiresAt, about, isUsed };
}
