import pc from 'picocolors';
import type { Audit, Finding, Quote, Session, ToolReport } from './answers';
import type { ApiClient } from './api-client';
import { findingRows, heading, ledgerRows, toolLine } from './transcript';

interface StoryInput {
  readonly api: ApiClient;
  /** Directories of the server. */
  readonly shop: string;
  readonly slow: string;
  readonly print: (line: string) => void;
}

/** The main job, told through the public HTTP API. Throws where an answer is not what it must be. */
export async function tellStory(input: StoryInput): Promise<void> {
  await askForPrice(input);
  const projectId = await createProject(input);
  const first = await scanShop(input, projectId);
  await showFindings(input, first);
  await runOutOfTime(input, projectId);
  await explainLedger(input);
}

async function askForPrice({ api, print }: StoryInput): Promise<void> {
  heading(print, 'What would it cost?');
  const quote = await api.post<Quote>('/api/billing/quote', { estimatedLines: 300 });
  const { base, lines, tools } = quote.estimate.breakdown;
  print(
    `base ${base} + lines ${lines}${Object.entries(tools)
      .filter(([, cost]) => cost > 0)
      .map(([category, cost]) => ` + ${category} ${cost}`)
      .join('')} = ${pc.bold(String(quote.estimate.total))} credits of ${quote.balance.remaining}`,
  );
}

async function createProject({ api }: StoryInput): Promise<string> {
  const { data } = await api.post<{ data: { id: string } }>('/api/v1/projects', { name: 'Shop', platforms: ['web'] });
  return data.id;
}

async function scanShop({ api, shop, print }: StoryInput, applicationId: string): Promise<Session> {
  heading(print, 'A session on a little web shop, all tools');
  const session = await follow(api, { target: { directory: shop }, applicationId, enableIntelligence: false }, print);
  const { status, summary, refund } = session;
  expect(summary.toolsFailed === 0, `no tool fails on the shop, but ${summary.toolsFailed} did`);
  print(
    `${status}: ${summary.totalFindings} findings by ${summary.toolsRun} tools; ` +
      `${refund.refundedCredits} credits came back`,
  );
  return session;
}

async function showFindings({ api, print }: StoryInput, { scanId, summary }: Session): Promise<void> {
  heading(print, 'What it found, most severe first');
  const { findings, pagination } = await api.get<{ findings: Finding[]; pagination: { total: number } }>(
    `/api/v1/findings?scanId=${scanId}&limit=15`,
  );
  expect(
    pagination.total === summary.totalFindings,
    `the list has as many findings (${pagination.total}) as the summary (${summary.totalFindings})`,
  );
  for (const row of findingRows(findings)) print(row);
  print(pc.dim(`… and ${pagination.total - findings.length} more: GET /api/v1/findings?scanId=${scanId}`));
  const [worst] = findings;
  if (!worst) return;
  const { finding } = await api.get<{ finding: { explanation: { text: string }; remediation: string[] } }>(
    `/api/v1/findings/${worst.id}`,
  );
  print('');
  print(finding.explanation.text);
  for (const [index, step] of finding.remediation.entries()) print(`  ${index + 1}. ${step}`);
}

async function runOutOfTime({ api, slow, print }: StoryInput, applicationId: string): Promise<void> {
  heading(print, 'A tool that cannot finish in the five seconds it is given');
  const start = {
    target: { directory: slow },
    applicationId,
    tools: ['regex-dos', 'secrets-source'],
    timeout: 5_000,
    enableIntelligence: false,
  };
  const { status, summary, refund } = await follow(api, start, print);
  expect(
    status === 'partial' && summary.toolsFailed === 1,
    `one tool fails and the other completes, but the session is ${status} with ${summary.toolsFailed} failed`,
  );
  expect(refund.refundedCredits > 0, 'the failed tool gives its credits back');
  print(`${status}: ${pc.green(`${refund.refundedCredits} credits came back`)} for ${refund.toolsRefunded.join(', ')}`);
}

async function explainLedger({ api, print }: StoryInput): Promise<void> {
  heading(print, 'The ledger explains every credit');
  const audit = await api.get<Audit>('/api/billing/audit');
  for (const row of ledgerRows(audit.entries)) print(row);
  expect(audit.chain.valid, 'the chain of entries is unbroken');
  expect(audit.drift.difference === 0, `replay and read model agree (difference ${audit.drift.difference})`);
  expect(
    Math.abs(audit.entries.reduce((sum, { amount }) => sum + amount, 0) - audit.balance) < 1e-6,
    'the entries add up to the balance',
  );
  print(
    `balance ${pc.bold(String(audit.balance))}: the entries add up to it, the read model says the same, the ` +
      `hash chain is unbroken (${audit.chain.head.slice(0, 12)}…)`,
  );
}

/** Starts a session and prints its tools as they report, until its end. */
async function follow(api: ApiClient, start: object, print: (line: string) => void): Promise<Session> {
  const { sessionId, pollUrls } = await api.post<{ sessionId: string; pollUrls: { full: string } }>(
    '/api/sessions',
    start,
  );
  let ended = false;
  for await (const { event, data } of api.events(`/api/sessions/${sessionId}/events`)) {
    if (event === 'tool') print(toolLine(data as ToolReport));
    if (event === 'end') ended = true;
  }
  expect(ended, 'the event stream says that it is over');
  return api.get<Session>(pollUrls.full);
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the demo expects that ${what}`);
}
