import { PROFILES_IN_WORDS, PROFILE_IDS, type ProfileId } from '@assay/analysis';
import { type Severity, SEVERITIES, SUPPRESSION_CHOICES, type SuppressionChoice } from '@assay/kernel';
import {
  INCLUSIONS,
  type Inclusion,
  MAX_CONCURRENT,
  SESSION_CATEGORIES,
  type ScanConfiguration,
  TOOL_TIMEOUT,
  configured,
  notKeptOf,
} from '@assay/scanning';
import { type Gate, isGated } from '@assay/verdicts';
import { Command, Option } from 'commander';
import picomatch from 'picomatch';
import { comparedWith, judgedCounts } from '../baseline';
import { baselineOf } from '../baseline-reference';
import { missingBefore } from '../unmatched-findings';
import { configurationIn } from '../configuration';
import { CommandFailed, EXIT } from '../exit-status';
import { onInterruption } from '../interruption';
import { type LocalScanResult, scanLocally } from '../local-scan';
import { GROUPINGS, type Grouping } from '../output/findings-list';
import { MOST_GROUPS } from '../output/first-screen';
import { FORMATS, type Format, reportAs, shows } from '../output/formats';
import { isAtLeast } from '../output/group-findings';
import { type Output, outputsOf } from '../output/outputs';
import { progressOn, silent } from '../output/live-progress';
import { textWidth } from '../output/text-layout';
import { recordOn } from '../output/track-record';
import { emptyTarget, uncoveredCode, unseenCode } from '../output/unseen-code';
import { verdictOn } from '../output/verdict';
import { writeReport } from '../output/write-report';
import { checkTool, list, warnUnprotected, wholeNumber } from '../options';
import { TARGET_FORMS } from '../scan-target';

interface ScanOptions {
  readonly failOn?: Severity;
  readonly format?: readonly Format[];
  readonly json?: boolean;
  readonly output?: string;
  readonly all?: boolean;
  readonly verbose?: boolean;
  readonly groupBy?: Grouping;
  readonly severity?: Severity;
  readonly path?: readonly string[];
  readonly quiet?: boolean;
  readonly category?: readonly string[];
  readonly tool?: readonly string[];
  readonly excludeTool?: readonly string[];
  readonly include?: readonly Inclusion[];
  readonly history?: boolean;
  readonly profile?: ProfileId;
  readonly suppressions?: SuppressionChoice;
  readonly config?: string;
  readonly baseline?: string;
  readonly timeout: number;
  readonly maxConcurrent: number;
}

const LOCAL_PROFILE: ProfileId = 'recommended';

/** The category `code-quality` of sessions, as findings name it. */
const QUALITY = 'quality';

export const scanCommand = (): Command =>
  withOptionsOfShowing(withOptionsOfGate(withOptionsOfRunning(new Command('scan').argument('<target>', TARGET_FORMS))))
    .addHelpText('after', HOSTS)
    .action(scan);

const HOSTS = `
hosta: is GitHub or a host that answers as it does, at ASSAY_HOSTA_URL; hostb: is
GitLab, at ASSAY_HOSTB_URL; pkg: takes its registry from ASSAY_PKGREG_URL.`;

const withOptionsOfRunning = (command: Command): Command =>
  command
    .optionsGroup('What runs:')
    .addOption(list('--category <names>', 'only tools of these categories', [...SESSION_CATEGORIES, QUALITY]))
    .addOption(list('--tool <ids>', 'only these tools, such as secrets-source,py-security (assay tools lists them)'))
    .addOption(list('--exclude-tool <ids>', 'all but these tools'))
    .addOption(
      list('--include <roles>', "also files that are left out, as they are not the target's own code", [...INCLUSIONS]),
    )
    .option('--history', 'look at the last 200 commits of a repository or a local clone (the default)')
    .option('--no-history', 'do not look at them')
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
    .addOption(
      new Option('--profile <name>', `which rules count: ${PROFILES_IN_WORDS}. Default: ${LOCAL_PROFILE}`).choices(
        PROFILE_IDS,
      ),
    )
    .addOption(
      new Option(
        '--suppressions <what>',
        'whether assay-ignore comments and the .assay/ignore of the target hold. Default: ignore',
      ).choices(SUPPRESSION_CHOICES),
    )
    .option(
      '--config <file>',
      'what is decided in this file (assay init writes one). What the command line says wins over it',
    );

const withOptionsOfGate = (command: Command): Command =>
  command
    .optionsGroup('The gate:')
    .addOption(
      new Option('--fail-on <severity>', 'end with status 1 when there are findings of this severity or above').choices(
        SEVERITIES,
      ),
    )
    .option(
      '--baseline <file or reference>',
      'only what is new is judged and shown: since an earlier result (a file of --format json), or since a branch, ' +
        'a tag or a commit of the repository (main, v1.0, HEAD~1), which is then scanned first, in the same way',
    );

const withOptionsOfShowing = (command: Command): Command =>
  command
    .optionsGroup('What is shown:')
    .option('--all', `every finding, a row each, not only the ${MOST_GROUPS} groups that are most worth a look`)
    .option('-v, --verbose', 'each step by which input from outside gets to a finding, where it was followed')
    .addOption(new Option('--severity <least>', 'only findings of this severity or above').choices(SEVERITIES))
    .addOption(list('--path <globs>', 'only findings in these files, such as "src/**"'))
    .addOption(new Option('--group-by <what>', 'how rows are grouped').choices(GROUPINGS))
    .addOption(
      list('--format <formats>', 'how the result is written, text by default; several go to a folder', FORMATS),
    )
    .option('--json', 'the same as --format json: the whole result as one document')
    .option('-o, --output <path>', 'write to this file or folder, and only the summary to the terminal')
    .option('-q, --quiet', 'no progress');

async function scan(target: string, options: ScanOptions): Promise<void> {
  for (const id of [...(options.tool ?? []), ...(options.excludeTool ?? [])]) checkTool(id);
  const configuration = options.config === undefined ? {} : await configurationIn(options.config);
  const chosen = choices(options, configuration);
  const warnOnce = onceWarned();
  const interruption = new AbortController();
  const stopListening = onInterruption(() => interruption.abort());
  const outputs = await outputsOf(options.json ? ['json'] : (options.format ?? ['text']), options.output);
  const isQuiet = options.json || options.quiet;
  const newProgress = () => (isQuiet ? silent : progressOn(process.stderr));
  let progress = newProgress();
  const scanned = (directory: string) =>
    scanLocally({
      target: directory,
      signal: interruption.signal,
      timeout: options.timeout,
      maxConcurrent: options.maxConcurrent,
      withSnippets: outputs.some(({ format }) => shows(format, 'snippets')),
      withFixes: outputs.some(({ format }) => shows(format, 'fixes')),
      withTraces: options.verbose === true || outputs.some(({ format }) => shows(format, 'traces')),
      ...chosen,
      onUnprotected: warnOnce,
      onChange: (document) => progress.update(document),
    });
  try {
    const baseline =
      options.baseline === undefined
        ? undefined
        : await baselineOf({
            baseline: options.baseline,
            target,
            signal: interruption.signal,
            scan: scanned,
            tell: (line) => void (isQuiet || process.stderr.write(`${line}\n`)),
            warn: (line) => void process.stderr.write(`warning: ${line}\n`),
          });
    progress.stop();
    progress = newProgress();
    const result = await scanned(target);
    progress.stop();
    if (interruption.signal.aborted) throw new CommandFailed('interrupted; nothing was kept', EXIT.interrupted);
    await report(comparedWith(baseline, result), outputs, gateOf(options, configuration), {
      ...options,
      isNarrowed: chosen.tools !== undefined || chosen.categories !== undefined,
    });
  } finally {
    progress.stop();
    stopListening();
  }
}

/** A baseline and the target are scanned on the same machine, of which there is one thing to say. */
function onceWarned(): typeof warnUnprotected {
  let isWarned = false;
  return (missing) => {
    if (!isWarned) warnUnprotected(missing);
    isWarned = true;
  };
}

const choices = (
  { category, tool, excludeTool, include, history, profile, suppressions }: ScanOptions,
  file: ScanConfiguration,
) => ({
  history: true,
  ...configured(
    {
      ...(category && { categories: category.map((name) => (name === QUALITY ? 'code-quality' : name)) }),
      ...(tool && { tools: tool }),
      ...(excludeTool && { excludeTools: excludeTool }),
      ...(history !== undefined && { history }),
      decisions: {
        ...(profile !== undefined && { profile }),
        ...(suppressions !== undefined && { suppressions }),
      },
    },
    { profile: LOCAL_PROFILE, ...file },
  ),
  ...(include && { include }),
});

const gateOf = ({ failOn }: ScanOptions, { gate = {} }: ScanConfiguration): Gate => ({
  ...gate,
  ...(failOn !== undefined && { failOn }),
});

/** @param options `isNarrowed`: somebody named the tools or categories that run */
async function report(
  result: LocalScanResult,
  outputs: readonly Output[],
  gate: Gate,
  options: ScanOptions & { readonly isNarrowed: boolean },
): Promise<void> {
  const { session, comparison } = result;
  if (session.error) throw new CommandFailed(session.error.message);
  const judged = {
    bySeverity: judgedCounts(result),
    missingTools: [...result.missingTools, ...missingBefore(comparison?.unknown ?? [], gate, comparison?.file ?? '')],
    notKept: notKeptOf(Object.values(session.toolReports)),
    unseen: unseenCode(session) ?? (isGated(gate) ? emptyTarget(session) : undefined),
    // Who chose the tools knows what they look at.
    uncovered: options.isNarrowed ? undefined : uncoveredCode(session),
  };
  const verdict = verdictOn(judged, gate);
  const view = {
    findings: result.findings.filter(isWanted(options)),
    known: (result.comparison?.known ?? []).filter(isWanted(options)),
    suppressed: result.suppressed.filter(isWanted(options)),
    all: options.all ?? false,
    isVerbose: options.verbose ?? false,
    groupBy: options.groupBy,
    failOn: gate.failOn,
    // Who chose the tools, or another profile, wants to see what they say.
    ...(!options.isNarrowed &&
      session.profile === 'recommended' && { record: recordOn(result.findings, session.lines ?? undefined) }),
    isGated: isGated(gate),
    width: textWidth(options.output === undefined ? process.stdout.columns : undefined),
  };
  for (const { format, file } of outputs) await writeReport(reportAs(format, result, verdict, view), file);
  if (options.output !== undefined)
    await writeReport(
      reportAs('text', result, verdict, { ...view, findings: [], width: textWidth(process.stdout.columns) }),
    );
  process.exitCode = verdict.status;
}

function isWanted({ severity, path }: ScanOptions): (finding: LocalScanResult['findings'][number]) => boolean {
  const matches = path === undefined ? () => true : picomatch([...path], { dot: true });
  return (finding) =>
    (severity === undefined || isAtLeast(finding.severity, severity)) &&
    (path === undefined || (finding.file !== null && matches(finding.file)));
}
