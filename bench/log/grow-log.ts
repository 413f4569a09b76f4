import type { EventStore, NewEvent } from '@assay/event-store';
import { organizationStream } from '@assay/identity';
import { defaultPriceList, deterministicUuid, fromCredits, systemClock } from '@assay/kernel';
import { projectStream } from '@assay/projects';
import { CreditAccounts } from '../../libs/billing/src/credit-accounts';
import { ChargeSession, ChargeSessionHandler } from '../../libs/billing/src/commands/charge-session/charge-session';
import { GrantCredits, GrantCreditsHandler } from '../../libs/billing/src/commands/grant-credits/grant-credits';
import { SettleCharge, SettleChargeHandler } from '../../libs/billing/src/commands/settle-charge/settle-charge';
import { HeldQuotes } from '../../libs/billing/src/held-quotes';
import { LedgerTime } from '../../libs/billing/src/ledger-time';
import { PriceVersions } from '../../libs/billing/src/price-versions';
import { FailingAppends } from '../../libs/billing/test/failing-appends';

const ORGANIZATIONS = 24;
const PROJECTS = 20;
const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10'];
const TOOLS = [
  'secrets',
  'injection',
  'js-correctness',
  'js-suspicious',
  'markdown-lint',
  'spelling',
  'contrast',
  'css-errors',
];
const PLANNED = TOOLS.map((id) => ({
  id,
  category: 'security' as const,
  billing: 'security' as const,
  engine: 'one',
}));
const PREPARED = {
  files: 40,
  bytes: 9_000,
  lines: 300,
  languages: { javascript: 300 },
  leftOut: [],
  leftOutTotal: 0,
};
const SUMMARY = {
  totalFindings: TOOLS.length,
  bySeverity: { critical: 0, high: TOOLS.length, medium: 0, low: 0, info: 0 },
  byCategory: { security: TOOLS.length, quality: 0, performance: 0, accessibility: 0, standards: 0 },
  toolsRun: TOOLS.length,
  toolsSkipped: 0,
  toolsFailed: 0,
};
const RESULT = {
  engine: { name: 'engine', version: '1' },
  rules: 3,
  filesChecked: 40,
  unreadable: [],
  unreadableTotal: 0,
  truncated: false,
  topFindings: [],
};

export const organizationOf = (index: number): string => `org_bench${index}`;

/** Sessions of each organization that are appended together. */
const ROUNDS = 10;
/** Ledger entries of one append: less than a megabyte. */
const ENTRIES = 100;

interface Appended {
  readonly stream: string;
  readonly facts: readonly NewEvent[];
}

/**
 * Appends the history of a service, the same each time, until a log has so many events: organizations of which each has
 * projects, sessions with findings, and a ledger of four months. Real commands charge and settle, on a store in memory
 * whose entries are copied, so that the disk is asked for large appends only.
 *
 * @returns the number of events
 */
export async function growLog(events: EventStore, atLeast: number): Promise<number> {
  let month = MONTHS[0]!;
  const clock = { now: () => new Date(`${month}-05T10:00:00.000Z`) };
  const books = new FailingAppends();
  const prices = new PriceVersions(books, clock, defaultPriceList());
  const accounts = new CreditAccounts(books, clock, new LedgerTime(books, clock), prices);
  const organizations = Array.from({ length: ORGANIZATIONS }, (_, index) => organizationOf(index));
  for (const organizationId of organizations) await found(organizationId, month, { books, events, accounts });
  let count = ORGANIZATIONS * PROJECTS;
  let copied = 0;
  for (let number = 0; count < atLeast; number += ROUNDS) {
    // One month after the other, however few events there are: no clock leaps.
    const due = Math.floor((count / atLeast) * MONTHS.length);
    month = MONTHS[Math.min(MONTHS.indexOf(month) + 1, due)]!;
    const appended: Appended[] = [];
    for (let round = number; round < number + ROUNDS; round += 1)
      for (const organizationId of organizations)
        appended.push(...(await session({ accounts, prices }, { organizationId, number: round, month })));
    const entries = books.log.slice(copied);
    copied = books.log.length;
    for (const stream of new Set(entries.map((entry) => entry.stream))) {
      const facts = entries.filter((entry) => entry.stream === stream);
      for (let from = 0; from < facts.length; from += ENTRIES)
        appended.push({ stream, facts: facts.slice(from, from + ENTRIES) });
    }
    await Promise.all(appended.map(({ stream, facts }) => events.append(stream, facts)));
    count += appended.reduce((sum, { facts }) => sum + facts.length, 0);
  }
  // As an operator confirms the clock of today after a long pause.
  await new LedgerTime(events, systemClock).accept();
  return count + 1;
}

async function found(
  organizationId: string,
  month: string,
  { books, events, accounts }: { books: EventStore; events: EventStore; accounts: CreditAccounts },
): Promise<void> {
  const of = { organizationId, at: `${month}-01T10:00:00.000Z` };
  await books.append(organizationStream(organizationId), [
    { type: 'OrganizationCreated', data: { ...of, name: organizationId, tier: 'business' } },
  ]);
  for (let n = 0; n < PROJECTS; n += 1) {
    const projectId = projectOf(organizationId, n);
    const data = { ...of, projectId, ...PROJECT, name: `Project ${n}` };
    await events.append(projectStream(projectId), [{ type: 'ProjectCreated', data }]);
  }
  const amount = fromCredits(1_000_000);
  await new GrantCreditsHandler(accounts).execute(
    new GrantCredits({ organizationId, grantId: 'g', amount, reason: 'bench', expires: null }),
  );
}

const PROJECT = {
  description: null,
  platforms: ['web'],
  repositoryUrl: null,
  defaultBranch: 'main',
};
const projectOf = (organizationId: string, n: number): string => `prj_${organizationId}_${n}`;

const NO_QUOTES = new HeldQuotes(new FailingAppends(), systemClock);

interface Run {
  readonly organizationId: string;
  readonly number: number;
  readonly month: string;
}

async function session(
  { accounts, prices }: { accounts: CreditAccounts; prices: PriceVersions },
  { organizationId, number, month }: Run,
): Promise<Appended[]> {
  const unique = deterministicUuid(`${organizationId}/${number}`);
  const [sessionId, scanId] = [`ses_${unique}`, `scn_${unique}`];
  const projectId = projectOf(organizationId, number % PROJECTS);
  const of = { organizationId, sessionId };
  let tick = Date.parse(`${month}-05T10:00:00.000Z`) + number * 1_000;
  const at = () => new Date((tick += 1)).toISOString();
  await new ChargeSessionHandler(accounts, NO_QUOTES, prices).execute(
    new ChargeSession({ ...of, scanId, projectId, tools: PLANNED, aiFeatures: [] }),
  );
  const { refunded, toolsRefunded, newBalance } = await new SettleChargeHandler(accounts).execute(
    new SettleCharge({ ...of, linesScanned: 300, issuesByCategory: { security: TOOLS.length }, refunds: [] }),
  );
  const started = {
    ...of,
    scanId,
    projectId,
    startedBy: 'key_bench',
    target: { kind: 'directory', directory: '/srv/code' },
    tools: PLANNED,
    namedTools: [],
    aiFeatures: [],
    timeout: 300_000,
    maxConcurrent: 4,
    at: at(),
  };
  const recorded = { ...of, scanId, projectId, triageScope: projectId };
  const refund = { refunded, toolsRefunded, newBalance };
  return [
    {
      stream: `session-${sessionId}`,
      facts: [
        { type: 'ScanStarted', data: started },
        { type: 'TargetPrepared', data: { ...PREPARED, at: at() } },
        ...TOOLS.flatMap((tool) => [
          { type: 'ToolStarted', data: { tool, attempt: 1, at: at() } },
          { type: 'ToolCompleted', data: { tool, duration: 120, findingsCount: 1, result: RESULT, at: at() } },
        ]),
        { type: 'SettlementBegan', data: { failure: null, at: at() } },
        {
          type: 'ScanCompleted',
          data: { status: 'completed', summary: SUMMARY, refund, intelligence: null, at: at() },
        },
      ],
    },
    {
      stream: `findings-${sessionId}`,
      facts: TOOLS.map((tool) => ({
        type: 'FindingsRecorded',
        data: { ...recorded, tool, at: at(), findings: [findingOf(unique, tool)] },
      })),
    },
  ];
}

function findingOf(session: string, tool: string) {
  const unique = deterministicUuid(`${session}/${tool}`);
  return {
    id: `fnd_${unique}`,
    fingerprint: deterministicUuid(tool),
    group: unique.slice(0, 24),
    rule: 'a-rule',
    title: 'Something is wrong here',
    description: 'What is wrong here, in a sentence or two that say what happens and when it does.',
    severity: 'high',
    category: 'security',
    file: 'src/some/folder/file.js',
    line: 10,
    endLine: 10,
    column: 1,
    snippet: { startLine: 10, highlightLine: 10, lines: ['const wrong = here(and, there);'] },
    suggestion: 'Do it another way',
    cwe: 'CWE-79',
  };
}
