import { catalogue } from '@assay/analysis';
import { type FindingView, ListFindings } from '@assay/findings';
import { CreateOrganization } from '@assay/identity';
import { INTEGRATIONS, SetIntegration } from '@assay/integrations';
import { sessions } from '@assay/projections';
import {
  CancelSession,
  GetReport,
  type Inclusion,
  type ListedPart,
  PackageListing,
  ReceiveUpload,
  type ReportContent,
  type SessionDecisions,
  type SessionDocument,
  type SessionEvent,
  type SessionTarget,
  StartSession,
  excusedTools,
  missingReason,
  sessionStream,
  uploadTarget,
} from '@assay/scanning';
import { BillingStatus } from '@assay/billing';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RefusedError } from '@assay/kernel';
import { createReadStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { openEventStore } from '@assay/platform';
import { type Service, LOCAL_ROLES, startService } from '@assay/runtime';
import type { Protection } from '@assay/sandbox';
import type { MissingTool } from '@assay/verdicts';
import type { Comparison } from './baseline';
import { CommandFailed } from './exit-status';
import { type SavedTarget, namedTarget } from './scan-target';
import { settingsWith } from './settings';
import { removeTemporaryFolder, temporaryFolder } from './temporary-folder';

export interface LocalScanRequest {
  /** As it was written: see `namedTarget`. */
  readonly target: string;
  readonly categories?: readonly string[];
  readonly tools?: readonly string[];
  readonly excludeTools?: readonly string[];
  readonly include?: readonly Inclusion[];
  /** Whether tools look at the history of a repository or a local clone. */
  readonly history: boolean;
  readonly decisions?: SessionDecisions;
  readonly timeout: number;
  readonly maxConcurrent: number;
  /** Findings come with the lines around their places. */
  readonly withSnippets: boolean;
  /** Findings come with the safe fixes that engines know. */
  readonly withFixes: boolean;
  /** Findings come with the ways that engines followed. */
  readonly withTraces: boolean;
  /** Called with the lists of packages of the target; known holes in them are then not looked for. */
  readonly onPackages?: (list: ListedPart) => void;
  /** Cancels the session; everything is still cleaned up. */
  readonly signal: AbortSignal;
  /** Called if engines run without a protection that a service requires. */
  readonly onUnprotected: (missing: readonly Protection[]) => void;
  readonly onChange: (session: SessionDocument) => void;
}

export interface LocalScanResult {
  readonly session: SessionDocument;
  readonly findings: readonly FindingView[];
  /** Findings that the target suppresses: `findings` has none of them. */
  readonly suppressed: readonly FindingView[];
  /** Undefined if there is no baseline; else `findings` has those that are new. */
  readonly comparison?: Comparison;
  readonly missingTools: readonly MissingTool[];
  /** The contents of a report beside the findings. Undefined if the scan failed. */
  readonly report: Omit<ReportContent, 'findings' | 'suppressed'> | undefined;
  /** The price that a service would have charged, after refunds. */
  readonly credits: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** Megabytes: what the largest tier may send. */
const LARGEST_ARCHIVE_MB = '10000';

/** Findings of one tool: what they take is some 1.5 KB each, and nobody else's memory is at stake. */
const LISTED_PER_TOOL = '50000';

/** The same service as `assay serve`, on a store that lives as long as the command. */
export async function scanLocally(request: LocalScanRequest): Promise<LocalScanResult> {
  const started = performance.now();
  const named = await namedTarget(request.target);
  if (named.kind === 'file') return scanFile(named.file, request, started);
  return scanNamed(named, request, started);
}

type Scannable = SessionTarget | SavedTarget;

/**
 * A file is looked at as a directory that holds nothing else. Tools that compare files would report each of its imports
 * as missing; they run only if they are named.
 */
async function scanFile(file: string, request: LocalScanRequest, started: number): Promise<LocalScanResult> {
  const directory = await temporaryFolder('assay-scan-file-');
  try {
    await copyFile(file, join(directory, basename(file)));
    const others = catalogue.filter(({ id, comparesFiles }) => comparesFiles && !request.tools?.includes(id));
    const result = await scanNamed(
      { kind: 'directory', directory },
      {
        ...request,
        include: ['all'], // Who names a file means it, whatever it is called.
        excludeTools: [...(request.excludeTools ?? []), ...others.map(({ id }) => id)],
      },
      started,
    );
    return {
      ...result,
      session: { ...result.session, target: { kind: 'directory', directory: file } },
      report: result.report && { ...result.report, target: file },
    };
  } finally {
    await removeTemporaryFolder(directory);
  }
}

async function scanNamed(named: Scannable, request: LocalScanRequest, started: number): Promise<LocalScanResult> {
  const dataDir = await temporaryFolder('assay-scan-');
  try {
    const service = await startService(
      settingsWith(
        {
          ASSAY_DATA_DIR: dataDir,
          // Who runs the command may read what it names: any directory of this machine.
          ASSAY_DIRECTORY_ROOTS: `*=${parse(dataDir).root}`,
          ASSAY_EVENT_STORE_URL: `sqlite:${join(dataDir, 'events.db')}`,
          ASSAY_READ_MODEL_URL: `sqlite:${join(dataDir, 'read-models.db')}`,
          ASSAY_ORCHESTRATOR: 'embedded',
          ASSAY_ROLES: [...LOCAL_ROLES].join(','),
          ASSAY_ADMIN_PORT: 'off',
          // The floor keeps room for a service's events. Here it would only have a full machine wait without end.
          ASSAY_FREE_DISK_MB: '0',
          ASSAY_ADVISORIES_DIR: settingsWith().advisoriesDir, // they are of this machine, not of the scan
          ASSAY_UPLOAD_DIR: join(dataDir, 'uploads'),
          ASSAY_UPLOAD_MB: LARGEST_ARCHIVE_MB,
          ASSAY_SECRET_DIR: join(dataDir, 'secrets'),
          ASSAY_SECRET_KEY_FILE: join(dataDir, 'secret.key'),
        },
        { ASSAY_FINDINGS_PER_TOOL: LISTED_PER_TOOL },
      ),
      {
        needed: LOCAL_ROLES,
        confinement: { missing: named.kind === 'directory' ? 'accept' : 'refuse' },
        // The data goes when the scan has ended, or died.
        openers: { openEventStore: (settings, options) => openEventStore(settings, { ...options, brief: true }) },
      },
    );
    if (service.unprotected.length > 0) request.onUnprotected(service.unprotected);
    try {
      const result = await run(service, named, request);
      return { ...result, duration: Math.round(performance.now() - started) };
    } finally {
      await service.close();
    }
  } finally {
    await removeTemporaryFolder(dataDir);
  }
}

async function run(
  { app, platform }: Service,
  named: Scannable,
  request: LocalScanRequest,
): Promise<Omit<LocalScanResult, 'duration'>> {
  const commands = app.get(CommandBus);
  const queries = app.get(QueryBus);
  if (request.onPackages) app.get(PackageListing, { strict: false }).want(request.onPackages);
  const { organizationId } = await commands.execute(new CreateOrganization({ name: 'local', tier: 'business' }));
  for (const integration of INTEGRATIONS) {
    const accessToken = platform.settings.scanTokens[integration];
    if (accessToken !== undefined)
      await commands.execute(
        new SetIntegration({ organizationId, integration, credentials: { accessToken }, by: 'local' }),
      );
  }
  const { sessionId, scanId } = await commands.execute(
    new StartSession({
      organizationId,
      startedBy: 'local',
      projectId: null,
      target: named.kind === 'archive' ? await received(named.file, organizationId, commands) : named,
      enableIntelligence: false,
      history: request.history,
      timeout: request.timeout,
      maxConcurrent: request.maxConcurrent,
      ...(request.decisions && { decisions: request.decisions }),
      ...(request.categories && { categories: request.categories }),
      ...(request.tools && { tools: request.tools }),
      ...(request.include && { include: request.include }),
      ...(request.excludeTools && { excludeTools: request.excludeTools }),
    }),
  );
  const cancel = () =>
    // it has just ended by itself
    void commands.execute(new CancelSession({ organizationId, sessionId, by: 'local' })).catch(() => undefined);
  request.signal.addEventListener('abort', cancel, { once: true });
  if (request.signal.aborted) cancel();

  const session = await watch(platform.events, sessionId, request.onChange);
  await platform.readModels.waitFor(await platform.events.head(), { timeoutMs: 60_000 });
  const { withSnippets, withFixes, withTraces } = request;
  const listing = { organizationId, scanId, withSnippets, withFixes, withTraces };
  const findings = await allFindings(queries, { ...listing, filters: {} });
  const suppressed = await allFindings(queries, { ...listing, filters: { suppressed: true } });
  const { credits } = await queries.execute(new BillingStatus({ organizationId }));
  const report =
    session.status === 'failed' ? undefined : await queries.execute(new GetReport({ organizationId, scanId }));
  return { session, findings, suppressed, missingTools: missingFrom(session), report, credits: credits.used };
}

/** An archive is received as a service receives it: what it holds is no more to be trusted here. */
async function received(file: string, organizationId: string, commands: CommandBus): Promise<SessionTarget> {
  try {
    const upload = await commands.execute(
      new ReceiveUpload({
        organizationId,
        receivedBy: 'local',
        filename: basename(file),
        content: createReadStream(file),
      }),
    );
    // A file of no known kind is refused as an archive, with the reason.
    return uploadTarget(upload) ?? { kind: 'upload', uploadId: upload.uploadId };
  } catch (error) {
    if (error instanceof RefusedError)
      throw new CommandFailed(`${file} is not a directory, and cannot be unpacked: ${error.message}`);
    throw error;
  }
}

async function watch(
  events: Service['platform']['events'],
  sessionId: string,
  onChange: (session: SessionDocument) => void,
): Promise<SessionDocument> {
  let document: SessionDocument | undefined;
  for await (const message of events.subscribeToStream<SessionEvent>(sessionStream(sessionId))) {
    if (message.kind !== 'event') continue;
    document = sessions.apply(document, message.event, sessionId);
    if (document) onChange(document);
    if (document && !document.active) return document;
  }
  throw new CommandFailed('the session ended without a result');
}

const PAGE = 500;

async function allFindings(
  queries: QueryBus,
  of: Omit<ListFindings['input'], 'limit' | 'offset'>,
): Promise<FindingView[]> {
  const all: FindingView[] = [];
  for (;;) {
    const { findings, total } = await queries.execute(new ListFindings({ ...of, limit: PAGE, offset: all.length }));
    all.push(...findings);
    if (findings.length === 0 || all.length >= total) return all;
  }
}

function missingFrom({ toolReports }: SessionDocument): MissingTool[] {
  const reports = Object.values(toolReports);
  const excused = new Set(excusedTools(reports));
  return reports.flatMap((report) => {
    const reason = missingReason(report);
    return reason === undefined || excused.has(report) ? [] : [{ tool: report.toolName, reason }];
  });
}

/** The tools that no verdict waits for, and why they did not run. */
export const notRunIn = ({ toolReports }: SessionDocument): MissingTool[] =>
  excusedTools(Object.values(toolReports)).map(({ toolName, result }) => ({
    tool: toolName,
    reason: result?.reason ?? 'skipped',
  }));
