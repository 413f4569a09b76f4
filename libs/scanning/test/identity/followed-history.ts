import { type Change, type Looked, FoldedLine, comparingFindings } from '@assay/findings';
import { SightingsOf } from '../../../findings/src/domain/lifecycle/sighting';
import { recordedFindings } from '../../src/activities/recorded-findings';
import { type EditedFile, pieceAt, standingAt, textOf } from './edited-file';
import { type FoundInFile, toolOf } from './found-by-engines';
import type { History } from './histories';

/** The identity of a finding by the content of the file, independent of the program. */
export interface KnownFinding {
  /** The tool, the rule, the origin of its code, and its number among several there. */
  readonly truth: string;
  /** The origins of all its code. */
  readonly origins: readonly string[];
  /** The identity that the program gives it. */
  readonly key: string;
  readonly shown: string;
}

export interface FollowedScan {
  readonly findings: readonly KnownFinding[];
  readonly standing: ReadonlyMap<string, string>;
  /** Identities that two defects share. */
  readonly shared: readonly string[];
}

/** Compares the scans of a history one after the other, with the service's own code. */
export function follow(history: History, foundIn: (file: EditedFile) => readonly FoundInFile[]): FollowedScan[] {
  const line = new FoldedLine();
  return [history.start, ...history.steps.map(({ files }) => files)].map((files, at) => {
    const sightings = new SightingsOf();
    const known: (Omit<KnownFinding, 'key'> & { readonly fingerprint: string })[] = [];
    for (const file of files)
      for (const [tool, found] of byTool(foundIn(file))) {
        const lines = file.lines.map(textOf);
        const raw = found.map(({ finding }) => finding);
        const staged = { staged: file.path, path: file.path, size: 0, lines: lines.length, language: '' };
        const recorded = recordedFindings({ sessionId: `ses_${at}`, tool: toolOf(tool), file: staged, lines }, raw);
        sightings.add(tool, recorded);
        for (const [index, truth] of truthsOf(file, found).entries())
          known.push({ ...truth, fingerprint: `${tool} ${recorded[index]!.fingerprint}` });
      }
    const changes = compared(line, at + 1, sightings.all(), files);
    line.apply(factOf(at + 1, changes));
    return { ...withKeys(line, at + 2, known), standing: standingAt(files.flatMap(({ lines }) => lines)) };
  });
}

function byTool(found: readonly FoundInFile[]): Map<string, FoundInFile[]> {
  const tools = new Map<string, FoundInFile[]>();
  for (const each of found) tools.set(each.tool, [...(tools.get(each.tool) ?? []), each]);
  return tools;
}

/** In the order of the findings. */
function truthsOf(file: EditedFile, found: readonly FoundInFile[]): Omit<KnownFinding, 'key'>[] {
  const placed = found.map(({ tool, finding }, index) => {
    const { rule, line, endLine, column, message } = finding;
    const at = line === undefined ? undefined : file.lines[line - 1];
    const piece = at && pieceAt(at, column);
    const origin = piece?.origin ?? `${file.id} ${message.replace(/\d+/g, '#')}`;
    const origins =
      line === undefined
        ? []
        : file.lines
            .slice(line - 1, endLine ?? line)
            .flat()
            .map((each) => each.origin);
    const shown = `${file.path}:${line}:${column} ${tool}/${rule} ${at ? textOf(at).trim() : message}`;
    return { index, kind: `${tool}/${rule} ${origin}`, origins, line: line ?? 0, column: column ?? 0, shown };
  });
  const times = new Map<string, number>();
  const truths: Omit<KnownFinding, 'key'>[] = [];
  for (const { index, kind, origins, shown } of placed.toSorted((a, b) => a.line - b.line || a.column - b.column)) {
    const time = times.get(kind) ?? 0;
    times.set(kind, time + 1);
    truths[index] = { truth: `${kind}#${time}`, origins, shown };
  }
  return truths;
}

function compared(line: FoldedLine, scan: number, ...found: [ReturnType<SightingsOf['all']>, readonly EditedFile[]]) {
  const [sightings, files] = found;
  const paths = new Set(files.map(({ path }) => path));
  const looked: Looked = {
    at: (_, { file }) => (file === null || paths.has(file) ? 'examined' : 'absent'),
    isGone: (file) => !paths.has(file),
  };
  const steps = comparingFindings(line.before(scan), sightings, looked);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const factOf = (scanPosition: number, changes: readonly Change[]) => ({
  type: 'FindingsCompared' as const,
  data: {
    lineId: 'lin_1',
    organizationId: 'org_1',
    projectId: 'prj_1',
    branch: null,
    sessionId: `ses_${scanPosition}`,
    scanId: `scn_${scanPosition}`,
    scanPosition,
    at: '2026-11-01T10:00:00.000Z',
    paths: '',
    changes,
    last: true,
  },
});

function withKeys(
  line: FoldedLine,
  before: number,
  known: readonly (Omit<KnownFinding, 'key'> & { readonly fingerprint: string })[],
): Pick<FollowedScan, 'findings' | 'shared'> {
  const keys = new Map<string, string>();
  const shared: string[] = [];
  for (const { key, state, sighting } of line.before(before)) {
    if (state !== 'open') continue;
    for (const { tool, fingerprint } of sighting.seenBy) {
      if (keys.has(`${tool} ${fingerprint}`)) shared.push(`${tool} ${fingerprint}`);
      keys.set(`${tool} ${fingerprint}`, key);
    }
  }
  const findings = known.map(({ fingerprint, ...finding }) => {
    const key = keys.get(fingerprint);
    if (key === undefined) throw new Error(`${finding.shown} has no identity`);
    return { ...finding, key };
  });
  if (new Set(known.map(({ fingerprint }) => fingerprint)).size !== known.length) shared.push('a fingerprint');
  return { findings, shared };
}
