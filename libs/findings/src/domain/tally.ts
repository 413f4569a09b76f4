import { sha256Hex } from '@assay/kernel';
import { type FindingsEvent, isSuppressed } from './finding';
import { type Intelligence, IntelligenceOf } from './intelligence';
import { type GroupMember, withLowered, withMember } from './merging';
import { DefectCounts, type FindingsSummary } from './summary';

/** The data of a finding that is kept while its session is counted. */
export type CountedFinding = Pick<GroupMember, 'id' | 'tool' | 'severity' | 'category' | 'file' | 'title'> & {
  readonly suppression?: true;
};

export interface Tally {
  readonly summary: FindingsSummary;
  /** How many defects each tool speaks for. */
  readonly byTool: ReadonlyMap<string, number>;
  readonly intelligence: Intelligence | null;
  /** The places of the suppressions that cover a finding. */
  readonly suppressing: ReadonlySet<string>;
}

interface TallyOptions {
  readonly sessionId: string;
  /** The requested parts of {@link Intelligence}. */
  readonly features: readonly string[];
  /** Findings of which something is held at once. */
  readonly atOnce?: Partial<AtOnce>;
  /** Large sessions of one process are counted one after the other. */
  readonly inTurn?: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

interface AtOnce {
  /** So many are folded as they are read. */
  readonly few: number;
  /** Where there are more, a part of the defects with about so many findings: some 30 MB. */
  readonly part: number;
}
const AT_ONCE: AtOnce = { few: 20_000, part: 100_000 };

type Defects = ReadonlyMap<string, readonly CountedFinding[]>;

/**
 * Counts a session's defects from its recorded findings, which may be 600,000: at most a part of them is held. A
 * session of a few is read once; a larger one is read again for each part of its defects.
 */
export async function tallyFindings(
  read: () => AsyncIterable<FindingsEvent>,
  { sessionId, features, atOnce, inTurn = (work) => work() }: TallyOptions,
): Promise<Tally> {
  const { few, part } = { ...AT_ONCE, ...atOnce };
  const all = await folded(read, { most: few, isWanted: () => true });
  const { suppressing } = all;
  if (all.defects) return { ...(await tallied([all.defects], features)), suppressing };
  const parts = Math.ceil(all.findings / part);
  // By a hash that nobody knows before the session: no target can put all of its defects into one part.
  const partOf = (group: string) => parseInt(sha256Hex(`${sessionId}/${group}`).slice(0, 8), 16) % parts;
  const eachPart: AsyncIterable<Defects> = {
    async *[Symbol.asyncIterator]() {
      for (let index = 0; index < parts; index += 1)
        yield (await folded(read, { most: Infinity, isWanted: (group) => partOf(group) === index })).defects!;
    },
  };
  return { ...(await inTurn(() => tallied(eachPart, features))), suppressing };
}

/** The wanted defects, unless they have more findings than are to be held; and how many findings there are in all. */
async function folded(
  read: () => AsyncIterable<FindingsEvent>,
  { most, isWanted }: { most: number; isWanted: (group: string) => boolean },
): Promise<{
  readonly defects: Defects | undefined;
  readonly findings: number;
  readonly suppressing: ReadonlySet<string>;
}> {
  const defects = new Map<string, readonly CountedFinding[]>();
  const suppressing = new Set<string>();
  let findings = 0;
  for await (const { type, data } of read()) {
    if (type === 'FindingsLowered' && findings <= most)
      for (const { group } of data.findings)
        if (defects.has(group)) defects.set(group, withLowered(defects.get(group)!, data));
    if (type !== 'FindingsRecorded') continue;
    findings += data.findings.length;
    for (const { suppression } of data.findings) if (suppression) suppressing.add(suppression.place);
    if (findings > most) defects.clear();
    else
      for (const { id, group, severity, category, file, title, suppression } of data.findings)
        if (isWanted(group)) {
          const sighting = { id, tool: data.tool, severity, category, file, title };
          const member: CountedFinding = suppression ? { ...sighting, suppression: true } : sighting;
          defects.set(group, withMember(defects.get(group) ?? [], member));
        }
  }
  return { defects: findings > most ? undefined : defects, findings, suppressing };
}

async function tallied(
  parts: Iterable<Defects> | AsyncIterable<Defects>,
  features: readonly string[],
): Promise<Omit<Tally, 'suppressing'>> {
  const counts = new DefectCounts();
  const byTool = new Map<string, number>();
  const intelligence = new IntelligenceOf(features);
  for await (const defects of parts)
    for (const [primary] of defects.values()) {
      if (!primary) continue;
      if (isSuppressed(primary)) {
        counts.addSuppressed();
        continue;
      }
      counts.add(primary);
      byTool.set(primary.tool, (byTool.get(primary.tool) ?? 0) + 1);
      intelligence.count(primary);
    }
  if (intelligence.ranks)
    for await (const defects of parts)
      for (const members of defects.values()) intelligence.rank(members.filter((member) => !isSuppressed(member)));
  const summary = counts.summary();
  return { summary, byTool, intelligence: intelligence.of(summary) };
}
