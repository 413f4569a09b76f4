import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Linter } from 'eslint';
import { fileLinter } from './file-linter';
import { BROWSERS, type Parsers, rulesOf } from './lint-config';
import type { FileKind } from './file-kind';
import type { LintJob, NextSetup, WorkerMessage, WorkerSetup } from './lint-job';
import { loadPlugins } from './plugins';

/**
 * The entry point of a worker thread. It loads the plugins that the tools need, and then lints the files that it
 * receives, one by one. It then serves the tools of the next pass.
 */
const send = (message: WorkerMessage): void => parentPort!.postMessage(message);

let lint: ReturnType<typeof fileLinter>;

async function prepare({ tools, kinds }: WorkerSetup): Promise<void> {
  const rules = [...new Set(tools.flatMap(rulesOf))];
  const plugins = await loadPlugins(rules);
  lint = fileLinter(tools, plugins, await loadParsers(kinds));
  send({ kind: 'ready', unavailable: plugins.unavailable });
}

const prepareOrTell = (setup: WorkerSetup): Promise<void> =>
  prepare(setup).catch((error: unknown) => send({ kind: 'broken', reason: reasonOf(error) }));

async function lintOrTell(job: LintJob): Promise<void> {
  const report = await lint(job).catch((error: unknown) => ({
    index: job.index,
    findings: [],
    brokenRules: [],
    unreadable: reasonOf(error),
  }));
  send({ kind: 'linted', report });
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const SCRIPTS: ReadonlySet<FileKind> = new Set(['javascript', 'typescript', 'vue', 'svelte']);

/**
 * Loads only the parsers that are needed. The TypeScript parser takes half a second, which a pass for YAML should not
 * pay.
 */
async function loadParsers(kinds: readonly FileKind[]): Promise<Parsers> {
  return {
    typescript: kinds.some((kind) => SCRIPTS.has(kind)) ? await loadParser('typescript-eslint') : undefined,
    vue: kinds.includes('vue') ? await loadParser('vue-eslint-parser') : undefined,
    svelte: kinds.includes('svelte')
      ? await loadParser(pathToFileURL(resolveFrom('eslint-plugin-svelte', 'svelte-eslint-parser')).href)
      : undefined,
  };
}

async function loadParser(name: string): Promise<Linter.Parser> {
  const module = (await import(name)) as { default?: Linter.Parser; parser?: Linter.Parser };
  return module.parser ?? module.default ?? (module as Linter.Parser);
}

/** Finds the parser that was installed with the plugin. */
const resolveFrom = (plugin: string, name: string): string =>
  require.resolve(name, { paths: [require.resolve(plugin)] });

// For browserslist: this overrides every configuration that it could find. It would also print that its data are old.
process.env['BROWSERSLIST'] = BROWSERS;
process.env['BROWSERSLIST_IGNORE_OLD_DATA'] = '1';
parentPort!.on('message', (message: LintJob | NextSetup) =>
  'setup' in message ? prepareOrTell(message.setup) : lintOrTell(message),
);
void prepareOrTell(workerData as WorkerSetup);
