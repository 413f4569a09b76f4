// `npm run bench:accuracy:pages`: how many labelled pages with a fault are reported, and how many without one, by
// axe-core alone and together with our own rules, and how many faulty pages and templates are reported where a sound
// twin is not. `-- --wrong` lists those that are judged otherwise than labelled.
import { markupTools } from '../../../libs/analysis/src/catalogue/markup';
import { AxeRuns } from '../../../libs/analysis/src/engines/markup-accessibility/axe/run-axe';
import { judgePage } from '../../../libs/analysis/src/engines/markup-accessibility/judge-page';
import { readHtml } from '../../../libs/analysis/src/engines/markup-accessibility/read/html';
import { surroundingsOf } from '../../../libs/analysis/src/engines/markup-accessibility/surroundings';
import { ELEMENT_TOPICS } from './cases-of-elements';
import { PAGE_TOPICS } from './cases-of-pages';
import { type Pair, foundBy, judgePairs } from './pairs';

interface Count {
  faulty: number;
  found: number;
  sound: number;
  misfires: number;
}

const none = (): Count => ({ faulty: 0, found: 0, sound: 0, misfires: 0 });
const rulesOf = (judges: string): string[] =>
  markupTools.flatMap(({ settings, rules }) => (settings?.['judges'] === judges ? Object.keys(rules) : []));
const ASKED = { axe: rulesOf('axe'), own: rulesOf('own') };
const pageOf = (example: string): string =>
  example.startsWith('<!doctype html>') ? example : `<!doctype html>\n<html lang="en">\n<title>Tea</title>\n${example}`;

function told(name: string, { faulty, found, sound, misfires }: Count): string {
  const [rate, wrong] = [found / faulty, misfires / sound];
  const [hits, misses] = [`${found} of ${faulty}`, `${misfires} of ${sound}`];
  const numbers = `true ${rate.toFixed(3)} (${hits})   false ${wrong.toFixed(3)} (${misses})`;
  return `${name.padEnd(40)} ${numbers}   difference ${(rate - wrong).toFixed(3)}`;
}

async function main(): Promise<void> {
  const runs = new AxeRuns();
  const surroundings = surroundingsOf(__dirname, 'page.html');
  const totals = { axe: none(), both: none() };
  for (const { topic, rules, faulty, sound } of [...ELEMENT_TOPICS, ...PAGE_TOPICS]) {
    const counts = { axe: none(), both: none() };
    const cases = [
      ...faulty.map((text) => ({ text, isFaulty: true })),
      ...sound.map((text) => ({ text, isFaulty: false })),
    ];
    for (const { text, isFaulty } of cases) {
      const problems = await judgePage(readHtml(pageOf(text), surroundings), surroundings, ASKED, runs);
      const reported = problems.map(({ rule }) => rule).filter((rule) => rules.includes(rule));
      const isReported = { axe: reported.some((rule) => ASKED.axe.includes(rule)), both: reported.length > 0 };
      for (const by of ['axe', 'both'] as const)
        for (const count of [counts[by], totals[by]]) {
          count[isFaulty ? 'faulty' : 'sound'] += 1;
          if (isReported[by]) count[isFaulty ? 'found' : 'misfires'] += 1;
        }
      if (process.argv.includes('--wrong') && isReported.both !== isFaulty)
        console.log(isFaulty ? 'missed ' : 'misfire', reported.join(' '), text.replace(/\s+/g, ' '));
    }
    console.log(told(topic, counts.both));
  }
  console.log(`\n${told('axe-core alone', totals.axe)}`);
  console.log(told('axe-core and rules of our own', totals.both));
  await tellPairs();
}

const byAxeAlone = (pair: Pair): Pair => {
  const isOfAxe = (rule: string): boolean => ASKED.axe.includes(rule);
  return { ...pair, ofFaulty: pair.ofFaulty.filter(isOfAxe), ofSound: pair.ofSound.filter(isOfAxe) };
};

function countOf(pairs: readonly Pair[]): Count {
  const found = pairs.filter((pair) => foundBy(pair).length > 0).length;
  const misfires = pairs.filter(({ ofSound }) => ofSound.length > 0).length;
  return { faulty: pairs.length, found, sound: pairs.length, misfires };
}

const SHARES = ['development', 'kept apart'] as const;

/** Pairs of the share that is kept apart are only counted. */
async function tellPairs(): Promise<void> {
  const pairs = await judgePairs(ASKED);
  const sets = [...new Set(pairs.map(({ set }) => set))];
  for (const { set, share } of sets.flatMap((each) => SHARES.map((one) => ({ set: each, share: one })))) {
    const own = pairs.filter((pair) => pair.set === set && pair.share === share);
    if (own.length === 0) continue;
    console.log(told(`${set}, ${share}: axe-core alone`, countOf(own.map(byAxeAlone))));
    console.log(told(`${set}, ${share}: with ours`, countOf(own)));
    if (!process.argv.includes('--wrong') || share === 'kept apart') continue;
    for (const pair of own) {
      if (foundBy(pair).length === 0) console.log('missed ', pair.name);
      if (pair.ofSound.length > 0) console.log('misfire', pair.name, ...new Set(pair.ofSound));
    }
  }
}

void main();
