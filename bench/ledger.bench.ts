import { type LedgerEntry, ledgerStream } from '@assay/billing';
import { openSqliteEventStore } from '@assay/event-store';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { evolve, unopened } from '../libs/billing/src/domain/credit-ledger';
import { MONTHS, growLedger } from './audit/grow-ledger';
import { startChild } from './child-process';
import type { HistoryAnswer, HistoryQuestion } from './ledger/history-worker';
import type { Tally } from './ledger/random-history';
import { organizationOf } from './log/grow-log';
import { type Measurement, median } from './measurement';

/** Random histories of commands; ASSAY_BENCH_HISTORIES gives another number. */
const HISTORIES = Number(process.env['ASSAY_BENCH_HISTORIES'] ?? 1_000_000);
/** Histories that a process lives through before it is asked for the next ones. */
const PORTION = 2_500;
/** Entries that are replayed. */
const ENTRIES = 200_000;
const ROUNDS = 5;

/** The ledger's decisions against a model of them, and how fast its entries are replayed. */
export async function benchLedger(): Promise<Measurement[]> {
  return [await histories(), ...(await replays())];
}

/** Ends with the first history in which ledger and model differ: it names its number, which repeats it. */
async function histories(): Promise<Measurement> {
  const tally: Tally = new Map();
  let [next, commands] = [0, 0];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const child = startChild('ledger/history-worker');
      try {
        while (next < HISTORIES) {
          const question: HistoryQuestion = { from: next, to: Math.min(next + PORTION, HISTORIES) };
          next = question.to;
          const answer = await child.ask<HistoryAnswer>(question);
          commands += answer.commands;
          for (const [name, count] of answer.tally) tally.set(name, (tally.get(name) ?? 0) + count);
        }
      } finally {
        await child.end();
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const counted = [...tally]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  return {
    name: `${HISTORIES.toLocaleString('en')} random histories of a ledger agree with a model of its lots`,
    unit: 's',
    ours: seconds,
    result: seconds,
    notes: [
      `${commands.toLocaleString('en')} commands, compared after each of them; 0 differences`,
      counted.join(', '),
    ],
  };
}

async function replays(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-ledger-'));
  const organizationId = organizationOf(0);
  try {
    const events = await openSqliteEventStore({ file: join(folder, 'events.db') });
    await growLedger(events, organizationId, ENTRIES);
    const months: LedgerEntry[][] = [];
    const read: number[] = [];
    for (const month of MONTHS) {
      const entries: LedgerEntry[] = [];
      const began = performance.now();
      let ledger = unopened;
      for await (const { type, data } of events.readStream<LedgerEntry>(ledgerStream(organizationId, month))) {
        const entry = { type, data } as LedgerEntry;
        ledger = evolve(ledger, entry);
        entries.push(entry);
      }
      read.push(entries.length / ((performance.now() - began) / 1_000));
      months.push(entries);
    }
    await events.close();
    const replayed = Array.from({ length: ROUNDS }, () => {
      const before = process.cpuUsage();
      for (const entries of months) entries.reduce(evolve, unopened);
      const { user, system } = process.cpuUsage(before);
      return months.flat().length / ((user + system) / 1_000_000);
    });
    const rate = (name: string, rates: readonly number[]) => ({
      name,
      unit: 'entries/s',
      ours: median(rates),
      result: median(rates),
    });
    return [
      { ...rate('entries of a ledger replayed in a second of processor time', replayed), goal: { atLeast: 300_000 } },
      rate('the same, read from SQLite, by the clock', read),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
