import { SettledAiReports } from '@assay/ai-reports';
import { Audit, type AuditEntry, LedgerAnchors, SettlementComparison } from '@assay/billing';
import { type Settings, SETTINGS } from '@assay/kernel';
import { SessionEnds, SettledSessions } from '@assay/scanning';
import { openSigningKey } from '@assay/secrets';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { openForReading, startLocalAdministration } from '../administration';
import { exportBundle } from '../audit-bundle/export-bundle';
import { type AuditWriter, anchorText, auditWriter, verdictWriter } from '../audit-report';
import { CommandFailed, EXIT } from '../exit-status';
import { replacedAnchorsText } from '../replaced-anchors';
import { onlyOrganization } from '../only-organization';

const WITH_OPTION = 'name one with --org';

interface AuditOptions {
  readonly org?: string;
  readonly asOf?: string;
  readonly period?: string;
  readonly expectHead?: string;
  readonly json?: boolean;
  readonly reAnchor?: boolean;
  readonly export?: string;
  readonly dataDir?: string;
}

export const auditCommand = (): Command =>
  new Command('audit').addCommand(creditsCommand()).addCommand(anchorCommand());

const creditsCommand = (): Command =>
  new Command('credits')
    .description(
      'replay the credit ledger and compare it with its anchors, with the read model and with the end of each ' +
        'session; status 1 where they differ, the chain is broken, or nothing was checked',
    )
    .option('--as-of <time>', 'the balance at this time: a date (in UTC), or a time with its offset (default now)')
    .option('--org <id>', 'the organization (default: the only one)')
    .option('--period <month>', 'only the entries of this month, such as 2026-11')
    .option('--expect-head <hash>', 'fail unless an entry has this hash: the head that an earlier audit showed')
    .option(
      '--re-anchor',
      'first take the ledger as it is for what later audits compare with: after a restore by hand, with the ' +
        'embedded service stopped',
    )
    .option(
      '--export <directory>',
      'write the ledger, signed, for an auditor who checks it elsewhere (docs/auditor); not where anything is wrong',
    )
    .option('--json', 'as JSON')
    .option('--data-dir <directory>', 'where the embedded stores are')
    .action(auditCredits);

const anchorCommand = (): Command =>
  new Command('anchor')
    .description(
      'print the hash of the newest entry, and the key that signs exports: an auditor who has them beforehand sees ' +
        'where a ledger was rewritten; status 1 where the ledger does not pass the audit',
    )
    .option('--org <id>', 'the organization (default: the only one)')
    .option('--json', 'as JSON')
    .option('--data-dir <directory>', 'where the embedded stores are')
    .action(printAnchor);

async function auditCredits(options: AuditOptions): Promise<void> {
  if (options.export !== undefined && (options.asOf !== undefined || options.period !== undefined))
    throw new CommandFailed('--export takes the whole ledger: leave out --as-of and --period');
  if (options.reAnchor) await reAnchor(options);
  const reader = await openForReading(options.dataDir);
  try {
    const organizationId = options.org ?? (await onlyOrganization(reader.app, WITH_OPTION));
    const writer =
      options.export === undefined ? auditWriter(organizationId, options) : verdictWriter(organizationId, options);
    const { failures, head } = await audited(reader.app, { ...options, organizationId }, writer);
    if (failures.length > 0) process.exitCode = EXIT.gateFailed;
    if (options.export === undefined) return;
    if (failures.length > 0) process.stderr.write('nothing is exported: the ledger does not pass the audit\n');
    else await exportBundle(reader.app, { organizationId, directory: options.export, head });
  } finally {
    await reader.close();
  }
}

async function printAnchor({ org, json = false, dataDir }: AuditOptions): Promise<void> {
  const { app, close } = await openForReading(dataDir);
  try {
    const organizationId = org ?? (await onlyOrganization(app, WITH_OPTION));
    let newest: AuditEntry | undefined;
    const visit = (entry: AuditEntry) => void (newest = entry);
    const { failures } = await app.get(QueryBus).execute(new Audit({ organizationId, visit }));
    if (newest === undefined || failures.length > 0)
      throw new CommandFailed(
        `there is no anchor: ${failures.join('; ') || 'the ledger has no entries'}`,
        EXIT.gateFailed,
      );
    const { id, algorithm, publicKey } = await openSigningKey(app.get<Settings>(SETTINGS).auditKeyFile);
    const { hash, timestamp, balanceAfter: balance } = newest;
    const anchor = { organizationId, hash, timestamp, balance, key: { id, algorithm, publicKey } };
    process.stdout.write(json ? `${JSON.stringify(anchor, null, 2)}\n` : anchorText(anchor));
  } finally {
    await close();
  }
}

async function audited(
  app: INestApplicationContext,
  { organizationId, asOf, period, expectHead }: AuditOptions & { readonly organizationId: string },
  writer: AuditWriter,
): Promise<{ readonly failures: readonly string[]; readonly head: string }> {
  const queries = app.get(QueryBus);
  // A session that ended after the instant is not in the entries up to it.
  const compares = period === undefined && asOf === undefined;
  // Before the ledger: a charge is settled before its session ends.
  const ends = compares ? await queries.execute(new SessionEnds({ organizationId })) : [];
  const comparison = new SettlementComparison(ends);
  const aiReports: SettledAiReports['input']['settlements'][number][] = [];
  let hasExpected = expectHead === undefined;
  const audit = await queries.execute(
    new Audit({
      organizationId,
      ...(asOf && { asOf }),
      ...(period && { period }),
      async visit(entry) {
        comparison.take(entry);
        aiReports.push(...settledAiReport(entry));
        hasExpected ||= entry.hash === expectHead?.toLowerCase();
        await writer.entry(entry);
      },
    }),
  );
  const settlements = compares ? comparison.withoutEnd : [];
  const differing = [
    ...comparison.differing(),
    ...(await queries.execute(new SettledSessions({ organizationId, settlements }))),
    ...(await queries.execute(new SettledAiReports({ settlements: compares ? aiReports : [] }))),
  ];
  const failures = [
    ...audit.failures,
    ...(await app.get(LedgerAnchors).vanished()),
    ...(hasExpected ? [] : [`no entry has the expected hash ${expectHead}: entries are missing, or were rewritten`]),
    ...differing.slice(0, DIFFERING_SHOWN),
    ...(differing.length > DIFFERING_SHOWN ? [`and ${differing.length - DIFFERING_SHOWN} more sessions`] : []),
  ];
  await writer.end(audit, { compared: ends.length, failures });
  return { failures, head: audit.chain.head };
}

/** The settlement of an AI report, as its own stream is asked for it. */
function settledAiReport({
  type,
  details: { aiReportId, scanId, projectId = null, charged = 0, refunded = 0 },
}: Pick<AuditEntry, 'type' | 'details'>): SettledAiReports['input']['settlements'] {
  if (type !== 'settlement' || aiReportId === undefined || scanId === undefined) return [];
  return [{ reportId: aiReportId, scanId, projectId, charged, refunded }];
}

/** Sessions that differ beyond this are counted: a ledger that was rewritten differs from every one. */
const DIFFERING_SHOWN = 20;

/** An operator's word that the log is as it should be, however much it lacks. */
async function reAnchor({ org, dataDir }: AuditOptions): Promise<void> {
  const { app, close } = await startLocalAdministration(dataDir);
  try {
    const anchors = app.get(LedgerAnchors);
    const givenUp = await anchors.contradicted(org ?? (await onlyOrganization(app, WITH_OPTION)));
    await anchors.replace(givenUp);
    process.stderr.write(replacedAnchorsText(givenUp));
  } finally {
    await close();
  }
}
