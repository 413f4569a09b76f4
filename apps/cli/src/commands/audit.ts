import { type AuditView, Audit, entryAbout, settlementsThatDiffer } from '@assay/billing';
import { organizationDocuments } from '@assay/identity';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { SessionEnds } from '@assay/scanning';
import { QueryBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import pc from 'picocolors';
import { openForReading } from '../administration';
import { CommandFailed, EXIT } from '../exit-status';
import { bareTable } from '../output/table-style';

interface AuditOptions {
  readonly org?: string;
  readonly asOf?: string;
  readonly period?: string;
  readonly expectHead?: string;
  readonly json?: boolean;
  readonly dataDir?: string;
}

export const auditCommand = (): Command =>
  new Command('audit').addCommand(
    new Command('credits')
      .description(
        'replay the credit ledger and compare it with the read model and with the end of each session; ' +
          'status 1 where they differ, the chain is broken, or nothing was checked',
      )
      .option('--as-of <time>', 'the balance at this time: a date (in UTC), or a time with its offset (default now)')
      .option('--org <id>', 'the organization (default: the only one)')
      .option('--period <month>', 'only the entries of this month, such as 2026-11')
      .option('--expect-head <hash>', 'fail unless an entry has this hash: the head that an earlier audit showed')
      .option('--json', 'as JSON')
      .option('--data-dir <directory>', 'where the embedded stores are')
      .action(auditCredits),
  );

async function auditCredits({ org, asOf, period, expectHead, json, dataDir }: AuditOptions): Promise<void> {
  const reader = await openForReading(dataDir);
  try {
    const queries = reader.app.get(QueryBus);
    const organizationId = org ?? (await onlyOrganization(reader.app.get<ReadModels>(READ_MODELS)));
    // Before the ledger: a charge is settled before its session ends.
    const ends = period === undefined ? await queries.execute(new SessionEnds({ organizationId })) : [];
    const request = { organizationId, limit: Number.POSITIVE_INFINITY };
    const audit = await queries.execute(
      new Audit({ ...request, ...(asOf ? { asOf } : {}), ...(period ? { period } : {}) }),
    );
    // What ended after the instant is not in the entries up to it.
    const differing = asOf === undefined ? settlementsThatDiffer(audit.entries, ends) : [];
    const failures = [
      ...failuresOf(audit, { now: asOf === undefined, expectHead }),
      ...differing.slice(0, DIFFERING_SHOWN),
      ...(differing.length > DIFFERING_SHOWN ? [`and ${differing.length - DIFFERING_SHOWN} more sessions`] : []),
    ];
    process.stdout.write(
      json
        ? `${JSON.stringify({ ...audit, sessionsCompared: ends.length, failures }, null, 2)}\n`
        : `${report(organizationId, audit)}${verdicts(audit, asOf === undefined ? ends.length : 0, failures)}`,
    );
    if (failures.length > 0) process.exitCode = EXIT.gateFailed;
  } finally {
    await reader.close();
  }
}

/** Sessions that differ beyond this are counted: a ledger that was written anew differs from every one. */
const DIFFERING_SHOWN = 20;

/** @param now whether the audit is of this moment: a read model of now says nothing about a balance of then */
function failuresOf(
  { chain, drift, entries }: AuditView,
  { now, expectHead }: { readonly now: boolean; readonly expectHead: string | undefined },
): string[] {
  const failures: string[] = [];
  if (chain.checked === 0) failures.push('nothing was checked: the ledger has no entries');
  if (!chain.valid)
    failures.push(
      `the hash chain is broken at ${chain.brokenAt?.stream} revision ${chain.brokenAt?.revision}: ` +
        `${chain.brokenAt?.reason}`,
    );
  if (now && drift.difference !== 0)
    failures.push(`the read model says ${drift.readModelBalance}: ${drift.difference} apart`);
  if (expectHead !== undefined && !entries.some(({ hash }) => hash === expectHead.toLowerCase()))
    failures.push(`no entry has the expected hash ${expectHead}: entries are missing, or were written anew`);
  return failures;
}

async function onlyOrganization(readModels: ReadModels): Promise<string> {
  const organizations = (await readModels.collection(organizationDocuments).find({ limit: 50 })).map(
    ({ document }) => document,
  );
  const [only, ...others] = organizations;
  if (!only) throw new CommandFailed('the store has no organization yet');
  if (others.length > 0)
    throw new CommandFailed(
      'the store has several organizations; name one with --org: ' +
        `${organizations.map(({ organizationId, name }) => `${organizationId} (${name})`).join(', ')}`,
    );
  return only.organizationId;
}

function report(
  organizationId: string,
  { asOf, balance, recordedBalance, unopenedMonths, entries }: AuditView,
): string {
  const table = bareTable(
    ['Time', 'Amount', 'Balance', 'Entry', 'Session', 'About'],
    ['left', 'right', 'right', 'left', 'left'],
  );
  for (const entry of entries) {
    const { timestamp, amount, balanceAfter, type, details } = entry;
    table.push([
      timestamp,
      amount > 0 ? pc.green(`+${amount}`) : amount < 0 ? pc.red(String(amount)) : '0',
      balanceAfter,
      type,
      details.sessionId ?? '',
      entryAbout(entry),
    ]);
  }
  const opened = unopenedMonths.length === 0 ? '' : ` (${recordedBalance} before ${unopenedMonths.join(', ')} opens)`;
  return `${table.toString()}\n\n${organizationId} had ${pc.bold(String(balance))} credits at ${asOf}${opened}\n`;
}

function verdicts({ chain }: AuditView, compared: number, failures: readonly string[]): string {
  if (failures.length > 0) return failures.map((failure) => `${pc.red('✗')} ${failure}\n`).join('');
  const passed = [
    `the hash chain of ${chain.checked} entries is unbroken (head ${chain.head})`,
    'the read model says the same',
    ...(compared === 0 ? [] : [`${compared} sessions ended with what the ledger says`]),
  ];
  return passed.map((check) => `${pc.green('✓')} ${check}\n`).join('');
}
