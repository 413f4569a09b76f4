import { SettledAiReports } from '@assay/ai-reports';
import { Audit, type AuditEntry, LedgerAnchors, SettlementComparison } from '@assay/billing';
import { organizationDocuments } from '@assay/identity';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { SessionEnds, SettledSessions } from '@assay/scanning';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { openForReading, startLocalAdministration } from '../administration';
import { type AuditWriter, auditWriter } from '../audit-report';
import { CommandFailed, EXIT } from '../exit-status';
import { givenUpText } from '../given-up-anchors';

interface AuditOptions {
  readonly org?: string;
  readonly asOf?: string;
  readonly period?: string;
  readonly expectHead?: string;
  readonly json?: boolean;
  readonly reAnchor?: boolean;
  readonly dataDir?: string;
}

export const auditCommand = (): Command =>
  new Command('audit').addCommand(
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
      .option('--json', 'as JSON')
      .option('--data-dir <directory>', 'where the embedded stores are')
      .action(auditCredits),
  );

async function auditCredits(options: AuditOptions): Promise<void> {
  if (options.reAnchor) await reAnchor(options);
  const reader = await openForReading(options.dataDir);
  try {
    const failures = await audited(reader.app, options);
    if (failures.length > 0) process.exitCode = EXIT.gateFailed;
  } finally {
    await reader.close();
  }
}

async function audited(
  app: INestApplicationContext,
  { org, asOf, period, expectHead, json = false }: AuditOptions,
): Promise<readonly string[]> {
  const queries = app.get(QueryBus);
  const organizationId = org ?? (await onlyOrganization(app));
  // What ended after the instant is not in the entries up to it.
  const compares = period === undefined && asOf === undefined;
  // Before the ledger: a charge is settled before its session ends.
  const ends = compares ? await queries.execute(new SessionEnds({ organizationId })) : [];
  const comparison = new SettlementComparison(ends);
  const aiReports: SettledAiReports['input']['settlements'][number][] = [];
  const writer: AuditWriter = auditWriter(organizationId, { json });
  let hasExpected = expectHead === undefined;
  const audit = await queries.execute(
    new Audit({
      organizationId,
      ...(asOf ? { asOf } : {}),
      ...(period ? { period } : {}),
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
    ...(hasExpected ? [] : [`no entry has the expected hash ${expectHead}: entries are missing, or were written anew`]),
    ...differing.slice(0, DIFFERING_SHOWN),
    ...(differing.length > DIFFERING_SHOWN ? [`and ${differing.length - DIFFERING_SHOWN} more sessions`] : []),
  ];
  await writer.end(audit, { compared: ends.length, failures });
  return failures;
}

/** The settlement of an AI report, as its own stream is asked for it. */
function settledAiReport({
  type,
  details: { aiReportId, scanId, projectId = null, charged = 0, refunded = 0 },
}: Pick<AuditEntry, 'type' | 'details'>): SettledAiReports['input']['settlements'] {
  if (type !== 'settlement' || aiReportId === undefined || scanId === undefined) return [];
  return [{ reportId: aiReportId, scanId, projectId, charged, refunded }];
}

/** Sessions that differ beyond this are counted: a ledger that was written anew differs from every one. */
const DIFFERING_SHOWN = 20;

/** An operator's word that the log is as it should be, however much it lacks. */
async function reAnchor({ org, dataDir }: AuditOptions): Promise<void> {
  const { app, close } = await startLocalAdministration(dataDir);
  try {
    const anchors = app.get(LedgerAnchors);
    const givenUp = await anchors.contradicted(org ?? (await onlyOrganization(app)));
    await anchors.replace(givenUp);
    process.stderr.write(givenUpText(givenUp));
  } finally {
    await close();
  }
}

async function onlyOrganization(app: INestApplicationContext): Promise<string> {
  const readModels = app.get<ReadModels>(READ_MODELS);
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
