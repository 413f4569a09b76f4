import { Tiers } from '@assay/identity';
import { CLOCK, type Clock } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { estimatedDuration, expectedEnd, expectedWait } from '../domain/estimate';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../tool-catalogue';
import { type ScanDocument, scanDocuments, toolDurationDocuments } from './scan-document';
import { isActive } from './scan-view';

/**
 * The most scans ahead that are read. It exceeds the running and waiting scans of any organization; beyond it the
 * estimated end would be too early.
 */
const AHEAD_LOOKED_AT = 500;

/** Estimates the ends of scans by the durations of their tools in earlier runs. */
@Injectable()
export class ScanEstimates {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly tiers: Tiers,
  ) {}

  /** By scan id, for the unfinished ones among an organization's scans: ISO 8601, always in the future. */
  async of(scans: readonly ScanDocument[]): Promise<ReadonlyMap<string, string>> {
    const active = scans.filter(isActive);
    const [first] = active;
    if (!first) return new Map();
    const waiting = active.some(({ status }) => status === 'pending');
    const queue = waiting ? await this.activeScans(first.organizationId) : [];
    const durationOf = await this.durations([...active, ...queue]);
    const limit = waiting ? await this.limitOf(first.organizationId) : 1;
    const now = this.clock.now().getTime();
    const endOf = (scan: ScanDocument) =>
      expectedEnd({
        startedAt: scan.admittedAt === null ? now : Date.parse(scan.admittedAt),
        duration: durationOf(scan),
        now,
      });
    const waitOf = (scan: ScanDocument) =>
      scan.status === 'running'
        ? 0
        : expectedWait(
            queue.filter((other) => isBefore(other, scan)).map((other) => endOf(other) - now),
            limit,
          );
    return new Map(active.map((scan) => [scan.scanId, new Date(Math.ceil(endOf(scan) + waitOf(scan))).toISOString()]));
  }

  private async durations(scans: readonly ScanDocument[]): Promise<(scan: ScanDocument) => number> {
    const tools = new Set(scans.flatMap((scan) => Object.keys(scan.tools)));
    const measured = new Map(
      (await this.readModels.collection(toolDurationDocuments).getMany([...tools])).map(({ id, document }) => [
        id,
        document.mean,
      ]),
    );
    const weightOf = (engine: string) => this.catalogue.engine(engine)?.weight ?? 1;
    return ({ tools, maxConcurrent }) =>
      estimatedDuration(
        Object.entries(tools).map(([id, { engine }]) => ({ engine, measured: measured.get(id) })),
        weightOf,
        maxConcurrent,
      );
  }

  private async activeScans(organizationId: string): Promise<ScanDocument[]> {
    const collection = this.readModels.collection(scanDocuments);
    const of = (status: string) =>
      collection.find({
        where: { organizationId, status },
        sort: [['createdAt', 'ascending']],
        limit: AHEAD_LOOKED_AT,
      });
    return [...(await of('running')), ...(await of('pending'))].map(({ document }) => document);
  }

  private async limitOf(organizationId: string): Promise<number> {
    return (await this.tiers.of(organizationId)).concurrentSessions;
  }
}

const isBefore = (other: ScanDocument, scan: ScanDocument): boolean =>
  other.scanId !== scan.scanId &&
  (other.status === 'running' ||
    other.createdAt < scan.createdAt ||
    (other.createdAt === scan.createdAt && other.sessionId < scan.sessionId));
