import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, shareOf } from '../cases';
import { isHelpAsked } from '../help';
import { languagesOf } from '../measure';
import { detectionsByFile, isFound, score } from '../score';
import { TOOLS, isInstalled } from '../tools';
import { assay, assayFlow } from '../tools/assay';
import type { Detection, Tool } from '../tools/tool';
import { type Twin, readTwins } from './read-twins';

const HELP = `Usage: npm run bench:accuracy:twins -- [options] [<language>…]

How many weak programs are reported, and how many of the safe ones that differ
from them in what decides. A third of them is kept apart. A language is a folder
in bench/accuracy/twins; without one all are measured.

  --flow     only data flow, without the patterns
  --others   also has the tools judge them that npm run bench:accuracy compares
             and that are on the PATH
  --wrong    lists the cases of the development share that Assay judges
             otherwise than labelled, and never one that is kept apart
`;

/** The findings of a tool in the programs. Weak and safe ones lie apart, so that no twin is mistaken for the other. */
async function detect(tool: Tool, twins: readonly Twin[]): Promise<Detection[]> {
  const detections: Detection[] = [];
  for (const isReal of [true, false]) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-accuracy-'));
    try {
      const own = twins.filter(({ labelled }) => labelled.isReal === isReal);
      for (const { labelled, files } of own)
        for (const [file, text] of files) {
          const place = join(folder, ...labelled.file.split('/').slice(0, 2), file);
          await mkdir(dirname(place), { recursive: true });
          await writeFile(place, text);
        }
      detections.push(...(await tool.detect(folder, languagesOf(own.map(({ labelled }) => labelled)))));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return detections;
}

const rate = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(2));

function print(language: string, tool: Tool, cases: readonly Case[], detections: readonly Detection[]): void {
  const rows = score(cases, detections).filter(({ weakness }) => weakness === 'mean');
  for (const { share, rates } of rows) {
    const numbers = [rates.found, rates.mistaken, rates.difference].map(rate).join(' | ');
    process.stdout.write(`| ${language} | ${tool.name} | ${share} | ${rates.real} | ${rates.safe} | ${numbers} |\n`);
  }
}

function wrongOf(cases: readonly Case[], detections: readonly Detection[]): string[] {
  const byFile = detectionsByFile(detections);
  return cases
    .filter((each) => shareOf(each) === 'development' && isFound(byFile, each) !== each.isReal)
    .map((each) => {
      const said = (byFile.get(each.file) ?? []).map(({ rule, line, cwe }) => `${rule}:${line} CWE-${cwe}`);
      return `${each.isReal ? 'missed ' : 'mistaken'} CWE-${each.cwe} ${each.name}   ${[...new Set(said)].join(', ')}`;
    });
}

async function main(): Promise<void> {
  if (isHelpAsked(HELP)) return;
  const options = { wrong: { type: 'boolean' }, flow: { type: 'boolean' }, others: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const entries = await readdir(__dirname, { withFileTypes: true });
  const all = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`there are no twins of ${unknown}, but of ${all.join(', ')}`);
  const wrong: string[] = [];
  process.stdout.write(
    '| language | tool | share | weak | safe | found | mistaken | difference |\n|---|---|---|---|---|---|---|---|\n',
  );
  for (const language of positionals.length > 0 ? positionals : all) {
    const twins = await readTwins(__dirname, language);
    const own = values.flow === true ? assayFlow : assay;
    const detections = await detect(own, twins);
    const cases = twins.map(({ labelled }) => labelled);
    print(language, own, cases, detections);
    wrong.push(...wrongOf(cases, detections));
    const languages = languagesOf(cases);
    const others = values.others === true ? TOOLS.filter((tool) => tool !== assay && tool !== assayFlow) : [];
    for (const tool of others.filter(isInstalled))
      if (tool.languages.some((each) => languages.has(each))) print(language, tool, cases, await detect(tool, twins));
  }
  if (values.wrong === true) process.stdout.write(`\n${wrong.join('\n')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
