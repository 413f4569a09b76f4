import { type LedgerEntry, LedgerTime, PriceVersions, ledgerStream } from '@assay/billing';
import { type EventStore, openSqliteEventStore } from '@assay/event-store';
import { defaultPriceList, systemClock } from '@assay/kernel';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreditAccounts } from '../libs/billing/src/credit-accounts';
import { evolve, unopened } from '../libs/billing/src/domain/credit-ledger';
import { MONTHS, growLedger } from './audit/grow-ledger';
import { startChild } from './child-process';
import type { HistoryAnswer, HistoryQuestion } from './ledger/history-worker';
import type { Tally } from './ledger/random-history';
import { organizationOf } from './log/grow-log';
import { type Measurement, compared, median } from './measurement';

/** Random histories of commands; ASSAY_BENCH_HISTORIES gives another number. */
const HISTORIES = Number(process.env['ASSAY_BENCH_HISTORIES'] ?? 1_000_000);
/** Histories that a process lives through before it is asked for the next ones. */
const PORTION = 2_500;
/** Entries of the ledger that is replayed; ASSAY_BENCH_ENTRIES gives another number. */
const ENTRIES = Number(process.env['ASSAY_BENCH_ENTRIES'] ?? 1_000_000);
/** Entries of the ledger whose balance it is compared with. */
const FEW = 100;
const ROUNDS = 21;
/** Balances of one round. */
const BALANCES = 300;

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
  const [large, small] = [organizationOf(0), organizationOf(1)];
  const events = await openSqliteEventStore({ file: join(folder, 'events.db') });
  try {
    await growLedger(events, large, ENTRIES);
    await growLedger(events, small, FEW);
    const replayed: number[] = [];
    const read: number[] = [];
    for (const month of MONTHS) {
      const entries: LedgerEntry[] = [];
      const began = performance.now();
      for await (const { type, data } of events.readStream<LedgerEntry>(ledgerStream(large, month)))
        entries.push({ type, data } as LedgerEntry);
      read.push(entries.length / ((performance.now() - began) / 1_000));
      for (let round = 0; round < 3; round += 1) {
        const before = process.cpuUsage();
        entries.reduce(evolve, unopened);
        const { user, system } = process.cpuUsage(before);
        replayed.push(entries.length / ((user + system) / 1_000_000));
      }
    }
    const rate = (name: string, rates: readonly number[]) => ({
      name,
      unit: 'entries/s',
      ours: median(rates),
      result: median(rates),
    });
    return [
      {
        ...rate('entries of a ledger replayed in a second of processor time', replayed),
        goal: { atLeast: 300_000 },
      },
      rate('the same, read from SQLite, by the clock', read),
      await balances(events, large, small),
    ];
  } finally {
    await events.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** As a running service answers: it has read both ledgers before. */
async function balances(events: EventStore, large: string, small: string): Promise<Measurement> {
  const prices = new PriceVersions(events, systemClock, defaultPriceList());
  const accounts = new CreditAccounts(events, systemClock, new LedgerTime(events, systemClock), prices);
  const microseconds = async (organizationId: string) => {
    await accounts.balance(organizationId);
    const began = performance.now();
    for (let n = 0; n < BALANCES; n += 1) await accounts.balance(organizationId);
    return ((performance.now() - began) * 1_000) / BALANCES;
  };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await microseconds(large), baseline: await microseconds(small) });
  const name = `a balance after ${ENTRIES.toLocaleString('en')} entries, and after ${FEW}`;
  return compared(name, 'µs', rounds, { atMost: 1.2 });
}
