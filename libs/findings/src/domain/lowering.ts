import type { Severity } from '@assay/kernel';
import type { FindingsEvent, FindingsLowered, SafeReason } from './finding';
import { groupsInLine } from './merging';

/** The severity that findings at a safe place are lowered to: they stay listed, and hardly count. */
const LOWERED_TO: Severity = 'info';

/** More findings of one weakness that one tool reports in one line are not lowered. */
const MOST_IN_LINE = 8;

type Lowered = FindingsLowered['data']['findings'][number];

interface Judges {
  /** Whether the tool's proofs count: it completed. */
  readonly isHeard: (tool: string) => boolean;
  /** Whether a finding of the rule is about the origin of a value, and no decision of a session set its severity. */
  readonly isAboutValue: (finding: {
    readonly tool: string;
    readonly rule: string;
    readonly file: string | null;
  }) => boolean;
}

/**
 * The findings at places that a tool proved to be safe, from all that is recorded of a session. A tool that proves
 * places safe reports none of its own there; where one does, nothing is lowered.
 */
export async function loweredFindings(
  read: () => AsyncIterable<FindingsEvent>,
  { isHeard, isAboutValue }: Judges,
): Promise<readonly Lowered[]> {
  const safe = new Map<string, { readonly by: string; readonly because: SafeReason }>();
  for await (const { type, data } of read())
    if (type === 'SafePlacesRecorded' && isHeard(data.tool))
      for (const place of data.places) {
        const known = { by: data.tool, because: place.because };
        for (const group of groupsInLine(place, MOST_IN_LINE)) if (!safe.has(group)) safe.set(group, known);
      }
  if (safe.size === 0) return [];
  const judges = new Set([...safe.values()].map(({ by }) => by));
  // All groups at a place share the proofs about it.
  const doubted = new Set<object>();
  const found: { readonly place: object; readonly lowered: Lowered }[] = [];
  for await (const { type, data } of read())
    if (type === 'FindingsRecorded')
      for (const { id, group, rule, file, severity } of data.findings) {
        const known = safe.get(group);
        if (known === undefined) continue;
        if (judges.has(data.tool)) doubted.add(known);
        else if (severity !== LOWERED_TO && isAboutValue({ tool: data.tool, rule, file }))
          found.push({ place: known, lowered: { id, group, from: severity, ...known } });
      }
  return found.flatMap(({ place, lowered }) => (doubted.has(place) ? [] : [lowered]));
}

/** A batch of them as it is recorded. */
export const lowering = (sessionId: string, at: string, findings: readonly Lowered[]): FindingsLowered => ({
  type: 'FindingsLowered',
  data: { sessionId, at, to: LOWERED_TO, findings },
});
