import { PROFILE_IDS, type ProfileId, catalogue, engineProfiles } from '@assay/analysis';
import { TOOL_TIMEOUT, configured } from '@assay/scanning';
import { counted } from '@assay/kernel';
import { Command, Option } from 'commander';
import { dirname } from 'node:path';
import { configurationIn } from '../configuration';
import { CommandFailed, EXIT } from '../exit-status';
import { type LeftFile, applyFixes, readyFiles } from '../fix/apply-fixes';
import { appliedText, diffText, fixCount, fixesIn, leftText, secondLookText } from '../fix/fix-text';
import { type PlannedFile, plannedFixes } from '../fix/planned-fixes';
import { lookAgain } from '../fix/second-look';
import { unsavedWork } from '../fix/unsaved-work';
import { interruptible } from '../interruption';
import { type LocalScanRequest, scanLocally } from '../local-scan';
import { progressOn, silent } from '../output/live-progress';
import { writeReport } from '../output/write-report';
import { checkTool, list, warnUnprotected, wholeNumber } from '../options';
import { namedTarget } from '../scan-target';

interface FixOptions {
  readonly tool?: readonly string[];
  readonly rule?: readonly string[];
  readonly profile?: ProfileId;
  readonly config?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly quiet?: boolean;
  readonly timeout: number;
}

const FIXING = catalogue.filter(({ engine }) => engineProfiles.find(({ id }) => id === engine)?.offersFixes);

export const fixCommand = (): Command =>
  new Command('fix')
    .argument('[path]', 'a directory or a file of this machine', '.')
    .addOption(list('--tool <ids>', 'only fixes of these tools, such as js-style,py-upgrade'))
    .addOption(list('--rule <names>', 'only fixes of these rules, such as prefer-const or js-style/prefer-const'))
    .addOption(new Option('--profile <name>', 'which rules count. Default: recommended').choices(PROFILE_IDS))
    .option('--config <file>', 'what is decided in this file (assay init writes one)')
    .option('--dry-run', 'change nothing: show what would change as a diff, which git apply takes')
    .option('--force', 'also change files with work that git does not have')
    .addOption(
      new Option('--timeout <ms>', 'milliseconds that a tool may take')
        .default(TOOL_TIMEOUT.default)
        .argParser(wholeNumber(TOOL_TIMEOUT)),
    )
    .option('-q, --quiet', 'no progress')
    .addHelpText(
      'after',
      `
Only fixes that their engine calls safe are applied, of rules whose fix keeps what the
code does: Biome, ESLint, markdownlint, Oxlint, Ruff and Stylelint have some.
A file that a fix broke, so that its tool can read it no more, gets its text back.

Exit status:
  0  every fix was applied, or there was none. With --dry-run: nothing would change
  1  a fix was left, or taken back. With --dry-run: something would change
  2  inconclusive: a tool that may know a fix did not complete
  3  usage or set-up error, or files have work that git does not have
`,
    )
    .action(fix);

const fix = (path: string, options: FixOptions): Promise<void> =>
  interruptible('no file was changed', (signal) => fixPath(path, options, signal));

async function fixPath(path: string, options: FixOptions, signal: AbortSignal): Promise<void> {
  const { root, target } = await namedFolder(path);
  const request = await requestFor(target, options, signal);
  const progress = options.quiet ? silent : progressOn(process.stderr);
  const before = await scanLocally({ ...request, onChange: (document) => progress.update(document) }).finally(() =>
    progress.stop(),
  );
  signal.throwIfAborted();
  if (before.session.error) throw new CommandFailed(before.session.error.message);
  const missing = before.missingTools.map(({ tool }) => tool);
  const plans = plannedFixes(before.findings, options.rule);
  const { ready, left } = await readyFiles(root, plans);
  if (options.dryRun) {
    await writeReport([diffText(ready, process.stdout.isTTY)]);
    process.stderr.write(
      `${[dryText(ready), ...leftText(left, overlapping(plans)), ...missingText(missing)].join('\n')}\n`,
    );
    process.exitCode = statusOf({ isClean: ready.length === 0 && left.length === 0, missing });
    return;
  }
  await refuseUnsaved(
    root,
    ready.map(({ file }) => file),
    options.force ?? false,
  );
  const done = await applyFixes(root, ready, signal);
  const allLeft: LeftFile[] = [...left, ...done.left];
  const look = await lookAgain(root, done.applied, before, (again) =>
    scanLocally({
      ...request,
      ...again,
      decisions: { ...request.decisions, ...again.decisions },
      signal: new AbortController().signal,
      onUnprotected: () => undefined, // it was said before
    }),
  );
  const kept = done.applied.filter((each) => !look.undone.some(({ plan }) => plan === each.plan));
  const lines = [
    ...appliedText(kept),
    ...leftText([...allLeft, ...look.undone], overlapping(plans)),
    ...(kept.length === 0 ? [] : secondLookText(look, kept.length)),
    ...missingText(missing),
    ...(signal.aborted ? [`Interrupted: ${counted(ready.length - done.applied.length, 'file')} not looked at.`] : []),
  ];
  await writeReport([`${(lines.length === 0 ? [noFixText(options)] : lines).join('\n')}\n`]);
  const isClean = allLeft.length === 0 && look.undone.length === 0 && overlapping(plans).length === 0;
  process.exitCode = signal.aborted ? EXIT.interrupted : statusOf({ isClean, missing: [...missing, ...look.missing] });
}

const overlapping = (plans: readonly PlannedFile[]) => plans.flatMap((plan) => plan.overlapping);

const statusOf = ({ isClean, missing }: { isClean: boolean; missing: readonly string[] }): number =>
  missing.length > 0 ? EXIT.inconclusive : isClean ? EXIT.pass : EXIT.gateFailed;

const dryText = (ready: Parameters<typeof fixesIn>[0]): string =>
  `${fixCount(fixesIn(ready))} would change ${counted(ready.length, 'file')}. Nothing was changed.`;

const missingText = (missing: readonly string[]): string[] =>
  missing.length === 0 ? [] : [`These tools did not complete, so their fixes are not known: ${missing.join(', ')}`];

/** The folder that holds what is changed, and what is scanned. */
async function namedFolder(path: string): Promise<{ readonly root: string; readonly target: string }> {
  const named = await namedTarget(path);
  if (named.kind === 'directory') return { root: named.directory, target: named.directory };
  if (named.kind === 'file') return { root: dirname(named.file), target: named.file };
  throw new CommandFailed(`${path} is no directory or text file of this machine: only those can be changed`);
}

async function requestFor(
  target: string,
  { tool, profile, config, timeout }: FixOptions,
  signal: AbortSignal,
): Promise<LocalScanRequest> {
  const ids = FIXING.map(({ id }) => id);
  for (const id of tool ?? []) {
    checkTool(id);
    if (!ids.includes(id)) throw new CommandFailed(`${id} knows no fixes. Those that do: ${ids.join(', ')}`);
  }
  const configuration = config === undefined ? {} : await configurationIn(config);
  const { only, except = [] } = configuration.tools ?? {};
  const chosen = new Set(ids.filter((id) => (only === undefined || only.includes(id)) && !except.includes(id)));
  return {
    target,
    signal,
    timeout,
    maxConcurrent: 5,
    withSnippets: false,
    withFixes: true,
    withTraces: false,
    onUnprotected: warnUnprotected,
    onChange: () => undefined,
    ...configured(
      {
        // Every rule of a tool that is named counts. Otherwise the rules of the profile count.
        ...(tool ? { tools: tool } : { excludeTools: catalogue.map(({ id }) => id).filter((id) => !chosen.has(id)) }),
        history: false,
        ...(profile !== undefined && { decisions: { profile } }),
      },
      { profile: 'recommended', ...configuration, tools: {} },
    ),
    history: false,
  };
}

async function refuseUnsaved(root: string, files: Parameters<typeof unsavedWork>[1], force: boolean): Promise<void> {
  const unsaved = await unsavedWork(root, files);
  if (!unsaved.isTracked && files.length > 0)
    process.stderr.write('note: this is no working tree of git, so git cannot take back what is changed\n');
  if (unsaved.files.length === 0) return;
  const named = `${unsaved.files.slice(0, 5).join(', ')}${unsaved.files.length > 5 ? ' and others' : ''}`;
  const message = `${counted(unsaved.files.length, 'file')} with work that git does not have: ${named}`;
  if (!force)
    throw new CommandFailed(
      `${message}.\nNothing was changed. git add keeps that work apart from the fixes; --force changes them anyway`,
    );
  process.stderr.write(`warning: ${message}\n`);
}

/** Who named neither tools nor a profile may not know that most rules with a fix are of a stricter one. */
const noFixText = ({ tool, profile }: FixOptions): string =>
  `There is no safe fix to apply.${tool || profile ? '' : ' --profile strict also looks at rules of style'}`;
