import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARKUP_RULES } from '../libs/analysis/src/catalogue/markup';
import { AxeRuns } from '../libs/analysis/src/engines/markup-accessibility/axe/run-axe';
import { judgePage } from '../libs/analysis/src/engines/markup-accessibility/judge-page';
import { readHtml } from '../libs/analysis/src/engines/markup-accessibility/read/html';
import { surroundingsOf } from '../libs/analysis/src/engines/markup-accessibility/surroundings';
import { SAMPLES } from '../libs/analysis/test/sample-runs';

const surroundings = surroundingsOf(SAMPLES, 'page.html');

/** An example is what is in the body, unless it is a whole page. */
const pageOf = (example: string): string =>
  example.startsWith('<!doctype html>')
    ? example
    : `<!doctype html>\n<html lang="en">\n<title>Tea at five</title>\n${example}`;

/** Writes the samples of the rules of our own for pages from their examples, a folder a rule. */
async function writeSamples(): Promise<void> {
  const folder = join(SAMPLES, 'act-markup');
  rmSync(folder, { recursive: true, force: true });
  const own = MARKUP_RULES.map(({ id }) => id);
  const runs = new AxeRuns();
  const expected: string[] = [];
  for (const { id, bad, good } of MARKUP_RULES) {
    for (const [side, example] of [
      ['positive', bad],
      ['negative', good],
    ] as const) {
      mkdirSync(join(folder, side, id), { recursive: true });
      writeFileSync(join(folder, side, id, 'page.html'), pageOf(example));
    }
    const markup = readHtml(pageOf(bad), surroundings);
    for (const { rule, line } of await judgePage(markup, surroundings, { axe: [], own }, runs))
      expected.push(`${id}/page.html:${line} ${rule}`);
  }
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected.sort(), null, 2)}\n`);
}

void writeSamples();
