import { writeFile } from 'node:fs/promises';
import { basename, delimiter, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, sampled, shareOf } from './cases';
import { detect, languagesOf } from './measure';
import { readCorpus } from './readers/read-corpus';
import { detectionsByFile, isFound, score } from './score';
import { tableOf } from './table';
import { TOOLS, isInstalled } from './tools';
import type { Detection } from './tools/tool';

const MOST = 100;

const HELP = `Usage: npm run bench:accuracy -- [options] <folder>…

How often tools are right about labelled code: for each corpus and weakness the
share of real cases that are found, the share of safe cases that are called
real, and the difference of the two, side by side.

A folder is labelled by a table expectedresults*.csv (name, category, real,
CWE), by folders such as CWE_89/safe and CWE_89/unsafe, or by comments BAD and
OK at the end of lines. Without folders those of ASSAY_BENCH_CORPORA are taken,
separated as in PATH. A third of each corpus is kept apart, by the hash of the
file's name: look at none of its cases when you write rules.

  --tool <names>     only these tools: ${TOOLS.map(({ name }) => name).join(', ')}
  --only <pattern>   only cases whose names match the regular expression
  --most <n>         cases of each weakness, label and share (default: ${MOST})
  --wrong <file>     writes which cases of the development share each tool is
                     wrong about, and never one that is kept apart

Tools that are not on the PATH are left out, and named. Our figure of Java is of
securibench-micro (git clone https://github.com/too4words/securibench-micro); the
other languages have twins: npm run bench:accuracy:twins. Secrets, packages,
infrastructure and pages have scripts of their own, such as
npm run bench:accuracy:secrets -- --help.
`;

async function main(): Promise<void> {
  const options = {
    tool: { type: 'string' },
    most: { type: 'string' },
    only: { type: 'string' },
    wrong: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return void process.stdout.write(HELP);
  const most = values.most === undefined ? MOST : Number(values.most);
  if (!Number.isInteger(most) || most < 1) throw new Error('--most takes a number of cases, from 1');
  const only = new RegExp(values.only ?? '');
  const named = values.tool?.split(',');
  const unknown = named?.find((name) => !TOOLS.some((tool) => tool.name === name));
  if (unknown !== undefined) throw new Error(`there is no tool ${unknown}`);
  const given = positionals.length > 0 ? positionals : (process.env['ASSAY_BENCH_CORPORA'] ?? '').split(delimiter);
  const folders = given.filter((folder) => folder !== '').map((folder) => resolve(folder));
  if (folders.length === 0) throw new Error(`name the folder of a corpus.\n\n${HELP}`);
  const wrong: Record<string, unknown> = {};
  for (const folder of folders) wrong[basename(folder)] = await measured(folder, { most, only, named });
  if (values.wrong !== undefined) await writeFile(values.wrong, `${JSON.stringify(wrong, null, 2)}\n`);
}

interface Choice {
  readonly most: number;
  readonly only: RegExp;
  readonly named: readonly string[] | undefined;
}

/** Prints the table of a corpus. @returns what each tool is wrong about in the development share */
async function measured(folder: string, { most, only, named }: Choice) {
  const whole = await readCorpus(folder);
  const cases = sampled(
    whole.cases.filter(({ name }) => only.test(name)),
    most,
  );
  if (cases.length === 0) throw new Error(`${folder} has no case whose name matches ${only.source}`);
  const languages = languagesOf(cases);
  const tools = TOOLS.filter(
    (tool) => (named?.includes(tool.name) ?? true) && tool.languages.some((language) => languages.has(language)),
  );
  const missing = tools.filter((tool) => !isInstalled(tool));
  const run = tools.filter((tool) => !missing.includes(tool));
  const results: { name: string; detections: Detection[] }[] = [];
  for (const tool of run)
    results.push({ name: tool.name, detections: await detect(tool, folder, { ...whole, cases }) });
  process.stdout.write(`\n## ${basename(folder)}: ${cases.length} of ${whole.cases.length} cases\n\n`);
  if (missing.length > 0) process.stdout.write(`Not installed: ${missing.map(({ name }) => name).join(', ')}.\n\n`);
  process.stdout.write(tableOf(results.map(({ name, detections }) => ({ name, rows: score(cases, detections) }))));
  return Object.fromEntries(results.map(({ name, detections }) => [name, wrongOf(cases, detections)]));
}

function wrongOf(cases: readonly Case[], detections: readonly Detection[]) {
  const byFile = detectionsByFile(detections);
  const seen = cases.filter((each) => shareOf(each) === 'development');
  const names = (list: readonly Case[]) => list.map(({ name, cwe }) => (cwe === undefined ? name : `${cwe} ${name}`));
  return {
    missed: names(seen.filter((each) => each.isReal && !isFound(byFile, each))),
    mistaken: names(seen.filter((each) => !each.isReal && isFound(byFile, each))),
  };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
