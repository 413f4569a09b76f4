import { type AuditView, Audit, entryAbout } from '@assay/billing';
import { organizationDocuments } from '@assay/identity';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
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
  readonly json?: boolean;
  readonly dataDir?: string;
}

export const auditCommand = (): Command =>
  new Command('audit').addCommand(
    new Command('credits')
      .description(
        'replay the credit ledger and compare it with the read model; status 1 where they differ or the ' +
          'chain is broken',
      )
      .option('--as-of <time>', 'the balance at this time (ISO 8601; default now)')
      .option('--org <id>', 'the organization (default: the only one)')
      .option('--period <month>', 'only the entries of this month, such as 2026-11')
      .option('--json', 'as JSON')
      .option('--data-dir <directory>', 'where the embedded stores are')
      .action(auditCredits),
  );

async function auditCredits({ org, asOf, period, json, dataDir }: AuditOptions): Promise<void> {
  const reader = await openForReading(dataDir);
  try {
    const queries = reader.app.get(QueryBus);
    const organizationId = org ?? (await onlyOrganization(reader.app.get<ReadModels>(READ_MODELS)));
    const audit = await queries.execute(
      new Audit({ organizationId, ...(asOf ? { asOf } : {}), ...(period ? { period } : {}) }),
    );
    process.stdout.write(json ? `${JSON.stringify(audit, null, 2)}\n` : report(organizationId, audit));
    // A read model of now says nothing about a balance of then.
    const drifted = asOf === undefined && audit.drift.difference !== 0;
    if (!audit.chain.valid || drifted) process.exitCode = EXIT.gateFailed;
  } finally {
    await reader.close();
  }
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

function report(organizationId: string, { asOf, balance, entries, chain, drift }: AuditView): string {
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
  const verdict = chain.valid
    ? `${pc.green('✓')} the hash chain of ${chain.checked} entries is unbroken (head ${chain.head})`
    : `${pc.red('✗')} the hash chain is broken at ${chain.brokenAt?.stream} revision ` +
      `${chain.brokenAt?.revision}: ${chain.brokenAt?.reason}`;
  const agreement =
    drift.difference === 0
      ? `${pc.green('✓')} the read model says the same`
      : `${pc.yellow('!')} the read model says ${drift.readModelBalance}: ${drift.difference} apart`;
  return (
    `${table.toString()}\n\n${organizationId} had ${pc.bold(String(balance))} credits at ` +
    `${asOf}\n${verdict}\n${agreement}\n`
  );
}
