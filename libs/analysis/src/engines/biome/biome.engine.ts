import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, PassReporter } from '../engine';
import type { StagedFile } from '@assay/target-records';
import { inHalves } from '../kit/in-halves';
import { withoutMisfires } from '../kit/misfires';
import { weighRepeatedCases } from '../kit/repeated-case';
import { oneLine } from '../kit/per-file';
import { batchesOf } from './biome.batches';
import { MAX_BYTES, configFor } from './biome.config';
import { type Copies, copyFiles, removeCopies } from './biome.copies';
import { SAFE_FIXES, readFixes } from './biome.fixes';
import { type Lint, readOutput } from './biome.output';
import { MEMORY_MB, runBiome } from './biome.process';
import { MISFIRES } from './misfires';
import { weighDoubledParameters } from './same-module';

/**
 * Milliseconds. 824 files with 149,000 lines took 5.5 s. A file of 200 kB with 22,000 findings took 200 s, and the time
 * grows with the square.
 */
const BATCH_TIME = 40_000;
const FILE_TIME = 15_000;
/** Bytes of JSON. The largest output of a batch had 40 MB. A JavaScript string can have at most 512 MB. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Biome through its CLI, over copies of the files (see biome.copies.ts). */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('biome', (require('@biomejs/biome/package.json') as { version: string }).version);
    const configFolder = join(pass.scratch, 'config');
    await mkdir(configFolder);
    await writeFile(join(configFolder, 'biome.json'), JSON.stringify(configFor(pass.tools)));

    const audience = toolsByFile(pass);
    const isTrue = withoutMisfires(pass.root, MISFIRES);
    const [weighCases, weighParameters] = [weighRepeatedCases(pass.root), weighDoubledParameters(pass.root)];
    const files = pass.files
      .filter(({ staged }) => audience.has(staged))
      .sort((a, b) => (a.staged < b.staged ? -1 : 1));
    const tooLarge = files
      .filter(({ size }) => size > MAX_BYTES)
      .map(({ staged }) => [staged, `larger than ${MAX_BYTES / 1024 / 1024} MB`] as const);
    reportLint({ findings: [], unreadable: new Map(tooLarge) }, audience, report);

    const readable = files.filter(({ size }) => size <= MAX_BYTES);
    let done = 0;
    for (const batch of batchesOf(readable)) {
      await lintBatch(pass, batch, ({ findings, unreadable: lost }) =>
        reportLint(
          { findings: findings.filter(isTrue).map((each) => weighParameters(weighCases(each))), unreadable: lost },
          audience,
          report,
        ),
      );
      report.progress((done += batch.length), readable.length);
    }
    for (const { id } of pass.tools)
      report.completed(id, {
        filesChecked: [...audience.values()].filter((tools) => tools.some((tool) => tool.id === id)).length,
      });
  },
};

/**
 * Lints a batch. Deep nesting overflows Biome's stack and ends its process, and other files fill its memory; the file
 * that causes it is then found by halves.
 */
const lintBatch = (pass: EnginePass, batch: readonly StagedFile[], found: (lint: Lint) => void): Promise<void> =>
  inHalves(
    batch,
    async (files) => {
      const result = await biome(pass, files);
      if (typeof result === 'string') return result;
      found(result);
      return undefined;
    },
    ({ staged }, reason) => found({ findings: [], unreadable: new Map([[staged, reason]]) }),
  );

/** Runs Biome. @returns the findings, or why the run failed because of one of the files */
async function biome({ root, scratch }: EnginePass, files: readonly StagedFile[]): Promise<Lint | string> {
  const outputPath = join(scratch, 'output.json');
  const copies = await copyFiles(root, files, join(scratch, 'copies'));
  try {
    const args = argumentsFor('json', scratch, [...copies.files.keys()]);
    const timeLimit = files.length === 1 ? FILE_TIME : BATCH_TIME;
    const end = await runBiome(args, copies.folder, outputPath, timeLimit);
    if (end.timedOut) return `biome needed more than ${timeLimit / 1_000} s`;
    if (end.outOfMemory) return `biome needed more than ${MEMORY_MB} MB of memory`;
    if (end.signal !== null) return `biome was ended by ${end.signal} on this file`;
    const { size } = await stat(outputPath);
    if (size > MAX_OUTPUT) return 'biome found more in this file than can be read';
    if (size === 0) throw new Error(`biome ended with code ${end.code}: ${oneLine(end.errors)}`);
    return await withFixes(readOutput(await readFile(outputPath, 'utf8'), copies.files), copies, scratch);
  } finally {
    await removeCopies(copies);
  }
}

const argumentsFor = (reporter: 'json' | 'rdjson', scratch: string, paths: readonly string[]): string[] => [
  'lint',
  `--config-path=${join(scratch, 'config')}`,
  `--reporter=${reporter}`,
  '--max-diagnostics=none',
  '--colors=off',
  '--',
  ...paths,
];

/** Asks again for the files that have a finding with a safe fix. Where that fails, the findings have no fixes. */
async function withFixes(lint: Lint, { files, folder }: Copies, scratch: string): Promise<Lint> {
  const fixable = new Set(lint.findings.filter(({ rule }) => SAFE_FIXES.has(rule)).map(({ file }) => file));
  const paths = new Map(
    [...files].filter(([, { staged }]) => fixable.has(staged)).map(([path, each]) => [each.staged, path]),
  );
  if (paths.size === 0) return lint;
  const outputPath = join(scratch, 'fixes.json');
  const end = await runBiome(argumentsFor('rdjson', scratch, [...paths.values()]), folder, outputPath, BATCH_TIME);
  const { size } = await stat(outputPath);
  if (end.signal !== null || size === 0 || size > MAX_OUTPUT) return lint;
  const texts = new Map<string, string>();
  for (const path of paths.values()) texts.set(path, new TextDecoder().decode(await readFile(join(folder, path))));
  const fixOf = readFixes(await readFile(outputPath, 'utf8'), texts);
  return {
    ...lint,
    findings: lint.findings.map((finding) => {
      const path = paths.get(finding.file);
      const fix = path === undefined ? undefined : fixOf(path, finding);
      return fix ? { ...finding, fix } : finding;
    }),
  };
}

/** The tools for each file, by staged path. Files without a tool are left out. */
function toolsByFile({ tools, files }: EnginePass): Map<string, readonly ToolDefinition[]> {
  const matchers = tools.map((tool) => ({ tool, matches: picomatch([...tool.files], { dot: true }) }));
  return new Map(
    files
      .map(({ staged }) => [staged, matchers.filter(({ matches }) => matches(staged)).map(({ tool }) => tool)] as const)
      .filter(([, looking]) => looking.length > 0),
  );
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
