import { type Severity, SEVERITIES } from '@assay/kernel';
import { type Limit, MAX_CONCURRENT, SESSION_CATEGORIES, TOOL_TIMEOUT } from '@assay/scanning';
import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { CommandFailed, EXIT } from '../exit-status';
import { type LocalScanResult, scanLocally } from '../local-scan';
import { TARGET_FORMS } from '../scan-target';
import { counted } from '../output/counted';
import { findingsTable } from '../output/findings-table';
import { progressOn, silent } from '../output/live-progress';
import { resultJson } from '../output/result-json';
import { type Verdict, verdictOn } from '../output/verdict';

interface ScanOptions {
  readonly failOn?: Severity;
  readonly json?: boolean;
  readonly all?: boolean;
  readonly quiet?: boolean;
  readonly category?: string[];
  readonly tool?: string[];
  readonly excludeTool?: string[];
  readonly timeout: number;
  readonly maxConcurrent: number;
}

const SHOWN_PER_SEVERITY = 25;

export const scanCommand = (): Command =>
  new Command('scan')
    .argument('<target>', TARGET_FORMS)
    .addOption(
      new Option('--fail-on <severity>', 'end with status 1 when there are findings of this severity or above').choices(
        SEVERITIES,
      ),
    )
    .option('--json', 'print the whole result as one JSON document')
    .option('--all', `print every finding, not only the first ${SHOWN_PER_SEVERITY} of each severity`)
    .option('-q, --quiet', 'no progress')
    .addOption(new Option('--category <category...>', 'only tools of these categories').choices(SESSION_CATEGORIES))
    .option('--tool <id...>', 'only these tools (assay tools lists them)')
    .option('--exclude-tool <id...>', 'all but these tools')
    .addOption(
      new Option('--timeout <ms>', 'milliseconds that a tool may take')
        .default(TOOL_TIMEOUT.default)
        .argParser(wholeNumber(TOOL_TIMEOUT)),
    )
    .addOption(
      new Option('--max-concurrent <n>', 'tools that run in parallel')
        .default(MAX_CONCURRENT.default)
        .argParser(wholeNumber(MAX_CONCURRENT)),
    )
    .action(scan);

async function scan(target: string, options: ScanOptions): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = options.json || options.quiet ? silent : progressOn(process.stderr);
  try {
    const result = await scanLocally({
      target,
      signal: interruption.signal,
      timeout: options.timeout,
      maxConcurrent: options.maxConcurrent,
      ...(options.category ? { categories: options.category } : {}),
      ...(options.tool ? { tools: options.tool } : {}),
      ...(options.excludeTool ? { excludeTools: options.excludeTool } : {}),
      onChange: (document) => progress.update(document),
    });
    progress.stop();
    if (interruption.signal.aborted) throw new CommandFailed('interrupted; nothing was kept', EXIT.interrupted);
    report(result, options);
  } finally {
    progress.stop();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function report(result: LocalScanResult, options: ScanOptions): void {
  const { session, findings } = result;
  if (session.error) throw new CommandFailed(session.error.message);
  const verdict = verdictOn(session.summary!.bySeverity, result.missingTools, options.failOn);
  process.stdout.write(
    options.json
      ? `${JSON.stringify(resultJson(result, verdict), null, 2)}\n`
      : `${findingsTable(findings, { perSeverity: options.all ? Number.POSITIVE_INFINITY : SHOWN_PER_SEVERITY })}${summaryOf(result, verdict)}`,
  );
  process.exitCode = verdict.status;
}

/** A site has pages; of an image and a build, as of a site, no lines are billed. */
function extentOf({ files, lines, targetFacts }: LocalScanResult['session']): string {
  if (targetFacts?.site) return counted(targetFacts.site.pages.length, 'page');
  return lines === null || lines === 0
    ? counted(files ?? 0, 'file')
    : `${counted(files ?? 0, 'file')}, ${counted(lines, 'line')}`;
}

const VERDICT: Readonly<Record<Verdict['verdict'], string>> = {
  pass: pc.green('pass'),
  fail: pc.red('fail'),
  inconclusive: pc.yellow('inconclusive'),
};

function summaryOf(
  { session, duration, credits }: LocalScanResult,
  { verdict, reason, missingTools }: Verdict,
): string {
  const { totalFindings, bySeverity, toolsRun } = session.summary!;
  const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0)
    .map((severity) => `${bySeverity[severity]} ${severity}`)
    .join(', ');
  const lines = [
    `${counted(totalFindings, 'finding')}${counts === '' ? '' : ` (${counts})`} by ` +
      `${counted(toolsRun, 'tool')} in ${extentOf(session)}, ${(duration / 1000).toFixed(1)} s`,
    ...(session.leftOut.total > 0
      ? [
          pc.dim(
            `${session.leftOut.total} left out: ${session.leftOut.first
              .slice(0, 3)
              .map(({ path, reason: why }) => `${path} (${why})`)
              .join(', ')}${session.leftOut.total > 3 ? ', …' : ''} (--json lists more)`,
          ),
        ]
      : []),
    ...missingTools.map(({ tool, reason: why }) => `${pc.yellow('missing:')} ${tool}: ${why}`),
    pc.dim(`on a service this would cost ${counted(credits, 'credit')}`),
    `${VERDICT[verdict]}: ${reason}`,
  ];
  return `${lines.join('\n')}\n`;
}

function wholeNumber({ min, max }: Limit): (value: string) => number {
  return (value) => {
    if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max)
      throw new InvalidArgumentError(`it must be a whole number from ${min} to ${max}`);
    return Number(value);
  };
}
