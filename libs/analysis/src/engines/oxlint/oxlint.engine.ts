import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, PassReporter, RawFinding } from '../engine';
import type { StagedFile } from '@assay/target-records';
import { inHalves } from '../kit/in-halves';
import { withoutMisfires } from '../kit/misfires';
import { weighRepeatedCases } from '../kit/repeated-case';
import { oneLine } from '../kit/per-file';
import { filesOfMithril, importsNext, isReactFile } from '../kit/react-files';
import { filesOfVue2 } from '../kit/vue-version';
import { batchesOf } from './batches';
import { weighDoubledKeys } from './doubled-keys';
import { onePlaceOfList, weighElementsOfLists } from './elements-of-lists';
import { MISFIRES } from './misfires';
import { configFor } from './oxlint.config';
import { withFixes } from './oxlint.fixes';
import { type OxlintOutput, readOutput } from './oxlint.output';
import { runOxlint } from './oxlint.process';
import { runnersIn, testFrameworkOf } from './test-framework';

/**
 * Larger files are the output of a build. 2 MB on one line with a finding in every statement took 28 s, mostly for
 * counting columns.
 */
const MAX_BYTES = 2 * 1024 * 1024;
/** Milliseconds. A batch of 1,000 files takes about 1 s. */
const BATCH_TIME = 40_000;
const FILE_TIME = 15_000;

/**
 * Runs Oxlint through its CLI, its only interface. With `-c` it reads no other configuration. (The target's could name
 * JavaScript plugins, which it would run.) Files are named one by one, because in a folder it would obey ignore files.
 */
export const engine: Engine = {
  async run(pass, report) {
    const { version } = require('oxlint/package.json') as { version: string };
    report.engine('oxlint', version);
    const config = join(pass.scratch, 'oxlint.json');
    const tsconfig = join(pass.scratch, 'tsconfig.json');
    await writeFile(config, JSON.stringify(configFor(pass.tools)));
    await writeFile(tsconfig, '{}'); // otherwise the target's tsconfig is used, with its `extends`
    const command = ['-c', config, '--tsconfig', tsconfig, '--disable-nested-config', '--no-ignore', '-f', 'json'];

    const audience = await toolsByFile(pass);
    const isRight = withoutMisfires(pass.root, MISFIRES);
    const [weighKeys, weighCases] = [weighDoubledKeys(pass.root), weighRepeatedCases(pass.root)];
    const weighElements = weighElementsOfLists(pass.root);
    const isFirst = onePlaceOfList();
    const isOfVue2 = filesOfVue2(pass.root);
    const isTrue = (finding: RawFinding & { readonly file: string }): boolean =>
      !(OF_VUE_3.test(finding.rule) && isOfVue2(finding.file)) && isRight(finding) && isFirst(finding);
    const files = pass.files.filter(({ staged }) => audience.has(staged));
    let done = 0;
    for (const batch of batchesOf(files.filter(({ size }) => size <= MAX_BYTES))) {
      const linted: Lint[] = [];
      await lintBatch(pass, command, batch, (lint) => void linted.push(lint));
      for (const { findings, unreadable } of linted) {
        const fixed = await withFixes(
          findings.filter(isTrue).map((each) => weighElements(weighCases(weighKeys(each)))),
          pass,
          { config, tsconfig },
        );
        reportLint({ findings: fixed, unreadable }, audience, report);
      }
      report.progress((done += batch.length), files.length);
    }
    const tooLarge = files
      .filter(({ size }) => size > MAX_BYTES)
      .map(({ staged }) => [staged, `larger than ${MAX_BYTES / 1024 / 1024} MB`] as const);
    reportLint({ findings: [], unreadable: new Map(tooLarge) }, audience, report);
    for (const { id } of pass.tools)
      report.completed(id, {
        filesChecked: [...audience.values()].filter((tools) => tools.some((tool) => tool.id === id)).length,
      });
  },
};

type Lint = Pick<OxlintOutput, 'findings' | 'unreadable'>;

/**
 * Lints a batch. Deep nesting overflows oxlint's stack and ends its process. The file that causes that, or takes too
 * long, is found by halves.
 */
const lintBatch = (
  pass: EnginePass,
  command: readonly string[],
  batch: readonly StagedFile[],
  found: (result: Lint) => void,
): Promise<void> =>
  inHalves(
    batch,
    async (files) => {
      const result = await oxlint(pass, command, files);
      if (result.kind === 'died') return result.reason;
      found(result.output);
      return undefined;
    },
    ({ staged }, reason) => found({ findings: [], unreadable: new Map([[staged, reason]]) }),
  );

type Run =
  | { readonly kind: 'linted'; readonly output: OxlintOutput }
  | { readonly kind: 'died'; readonly reason: string };

async function oxlint(
  { root, scratch }: EnginePass,
  command: readonly string[],
  files: readonly StagedFile[],
): Promise<Run> {
  const path = join(scratch, 'oxlint-output.json');
  const args = [...command, ...files.map(({ staged }) => join(root, staged))];
  try {
    const timeLimit = files.length === 1 ? FILE_TIME : BATCH_TIME;
    const end = await runOxlint(args, scratch, path, timeLimit);
    if (end.timedOut) return { kind: 'died', reason: `oxlint needed more than ${timeLimit / 1_000} s for this file` };
    if (end.signal !== null) return { kind: 'died', reason: `oxlint was ended by ${end.signal} on this file` };
    const output = await readOutput(path, `${root}/`);
    if (output.opened === undefined)
      throw new Error(`oxlint ended with code ${end.code}: ${oneLine(end.errors || (await readFile(path, 'utf8')))}`);
    if (output.opened === files.length) return { kind: 'linted', output };

    // It ignores some names, such as x.min.js, and reports that only in debug output.
    await runOxlint(['--debug=files', ...args], scratch, path, timeLimit);
    const opened = new Set((await readFile(path, 'utf8')).split('\n'));
    const passedOver = files
      .filter(({ staged }) => !opened.has(join(root, staged)))
      .map(({ staged }) => [staged, 'oxlint passes over files with such a name'] as const);
    return { kind: 'linted', output: { ...output, unreadable: new Map([...output.unreadable, ...passedOver]) } };
  } finally {
    await rm(path, { force: true });
  }
}

/** The tools for each file, by staged path. Files without a tool are left out. */
async function toolsByFile({ tools, files, root }: EnginePass): Promise<Map<string, readonly ToolDefinition[]>> {
  const matchers = tools.map((tool) => ({ tool, matches: picomatch([...tool.files], { dot: true }) }));
  const audience = new Map<string, readonly ToolDefinition[]>();
  const runnerOf = runnersIn(files.map(({ staged }) => staged));
  const isOfMithril = filesOfMithril(root);
  const isNext = files.some(({ staged }) => NEXT_CONFIG.test(staged));
  for (const { staged, size } of files) {
    const matching = matchers.filter(({ matches }) => matches(staged)).map(({ tool }) => tool);
    const asksText = matching.some(({ settings }) => settings?.['testFramework'] ?? settings?.['framework']);
    const text = asksText && size <= MAX_BYTES ? await readFile(join(root, staged), 'utf8') : undefined;
    const looking =
      text === undefined
        ? matching
        : matching.filter((tool) => applies(tool, { staged, text, isNext, isOfMithril, runnerOf }));
    if (looking.length > 0) audience.set(staged, looking);
  }
  return audience;
}

/** Rules about what Vue 3 took away. */
const OF_VUE_3 = /^vue\/no-deprecated-/;
/** The configuration at the root of a project that Next.js builds. */
const NEXT_CONFIG = /(?:^|\/)next\.config\.[cm]?[jt]s$/;

interface Considered {
  readonly staged: string;
  readonly text: string;
  /** Whether a part of the target is built by Next.js. */
  readonly isNext: boolean;
  readonly isOfMithril: (staged: string) => boolean;
  /** Whose globals the tests have. */
  readonly runnerOf: ReturnType<typeof runnersIn>;
}

function applies({ settings }: ToolDefinition, { staged, text, isNext, isOfMithril, runnerOf }: Considered): boolean {
  if (settings?.['framework'] === 'react') return isReactFile(staged, text, isOfMithril);
  if (settings?.['framework'] === 'next')
    return !NEXT_CONFIG.test(staged) && isReactFile(staged, text, isOfMithril) && (isNext || importsNext(text));
  const framework = settings?.['testFramework'];
  return framework === undefined || framework === testFrameworkOf(text, runnerOf(staged));
}

function reportLint(
  { findings, unreadable }: Lint,
  audience: ReadonlyMap<string, readonly ToolDefinition[]>,
  report: PassReporter,
): void {
  for (const finding of findings) {
    for (const { id, rules } of audience.get(finding.file) ?? []) {
      if (Object.hasOwn(rules, finding.rule)) report.finding(id, { ...finding, message: oneLine(finding.message) });
    }
  }
  for (const [file, reason] of unreadable) {
    for (const { id } of audience.get(file) ?? []) report.unreadable(id, file, oneLine(reason));
  }
}
