import { EDIT_KINDS } from './identity/edits';
import { type FollowedScan, follow } from './identity/followed-history';
import { findAll } from './identity/found-by-engines';
import { type History, type Step, historyOf } from './identity/histories';
import { keptIdentities } from './identity/kept-identities';

declare global {
  /** How many histories the property tries: set by the Jest configuration. */
  var identityRuns: number;
}

/** With 2,000 runs the property takes minutes: `ASSAY_IDENTITY_RUNS=2000 npx jest libs/scanning/test/identity`. */
const RUNS = Number(process.env['ASSAY_IDENTITY_RUNS'] ?? globalThis.identityRuns);
const FIRST_SEED = Number(process.env['ASSAY_IDENTITY_SEED'] ?? 1);
const LEAST_PERCENT = 99.5;
/** With fewer runs, a kind of edit has so few findings that one of them decides. */
const RUNS_THAT_SAY_MUCH = 1_000;

interface Row {
  scans: number;
  findings: number;
  untouched: number;
  lost: number;
}

const percentOf = ({ untouched, lost }: Row): number => (100 * (untouched - lost)) / untouched;

describe('the identity of findings', () => {
  it(
    'is kept by at least 99.5 % of what an edit leaves alone, and is shared by no two findings',
    async () => {
      const rows = new Map<Step['kind'], Row>();
      const total: Row = { scans: 0, findings: 0, untouched: 0, lost: 0 };
      const lost: string[] = [];
      const shared: string[] = [];
      for await (const { history, scans } of followed()) {
        for (const scan of scans) shared.push(...scan.shared.map((what) => `seed ${history.seed}: ${what}`));
        for (const [at, { kind }] of history.steps.entries()) {
          const kept = keptIdentities(scans[at]!, scans[at + 1]!);
          const row = rows.get(kind) ?? { scans: 0, findings: 0, untouched: 0, lost: 0 };
          rows.set(kind, row);
          for (const counted of [row, total]) {
            counted.scans += 1;
            counted.findings += scans[at]!.findings.length;
            counted.untouched += kept.untouched;
            counted.lost += kept.lost.length;
          }
          for (const [one, other] of kept.lost)
            lost.push(`seed ${history.seed}, edit ${at + 1} (${kind}): ${one.shown} => ${other.shown}`);
        }
      }
      process.stdout.write(`${tableOf(rows, total)}\n`);
      expect(shared).toEqual([]);
      expect([...EDIT_KINDS, 'several at once'].filter((kind) => !rows.has(kind as Step['kind']))).toEqual([]);
      // An edit leaves most of the findings alone, or the property would say little.
      expect(total.untouched).toBeGreaterThan(0.8 * total.findings);
      expect({ enough: percentOf(total) >= LEAST_PERCENT, lost: lost.slice(0, 20) }).toMatchObject({ enough: true });
      const tooFew = [...rows].filter(([, row]) => RUNS >= RUNS_THAT_SAY_MUCH && percentOf(row) < LEAST_PERCENT);
      expect(tooFew).toEqual([]);
    },
    60_000 + 1_000 * RUNS,
  );
});

/** Engines judge the files of some histories in one go: those of all may be 40,000. */
const BATCH = 250;

async function* followed(): AsyncGenerator<{ history: History; scans: FollowedScan[] }> {
  for (let from = 0; from < RUNS; from += BATCH) {
    const runs = Array.from({ length: Math.min(BATCH, RUNS - from) }, (_, run) => historyOf(FIRST_SEED + from + run));
    const foundIn = await findAll(
      runs.flatMap(({ start, steps }) => [...start, ...steps.flatMap(({ files }) => files)]),
    );
    for (const history of runs) yield { history, scans: follow(history, foundIn) };
  }
}

function tableOf(rows: ReadonlyMap<string, Row>, total: Row): string {
  const line = (kind: string, row: Row) =>
    [
      kind.padEnd(24),
      `${row.scans}`.padStart(7),
      `${row.untouched}`.padStart(10),
      `${row.lost}`.padStart(6),
      `${percentOf(row).toFixed(3)} %`.padStart(10),
    ].join('');
  return [
    `identities kept, by what was edited between two scans; seeds ${FIRST_SEED} to ${FIRST_SEED + RUNS - 1}`,
    `${'edit'.padEnd(24)}${'scans'.padStart(7)}${'untouched'.padStart(10)}${'lost'.padStart(6)}${'kept'.padStart(10)}`,
    ...[...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, row]) => line(kind, row)),
    line('all', total),
  ].join('\n');
}
