import type { Engine, EnginePass } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { nearestManifests } from '../kit/nearest-manifest';
import { judgeEachText, withKnownRules } from '../kit/per-file';
import { replacesTextArea } from '../kit/text-editors';
import axe from 'axe-core';
import { AxeRuns } from './axe/run-axe';
import { type Asked, type ProblemOfPage, judgePage, withoutRepeats } from './judge-page';
import { readMarkup } from './read';
import { ownRules } from './rules';
import { namedByScriptsIn } from './semantics/named-by-scripts';
import { focusStylesIn } from './style/focus-styles';
import { hiddenClassesIn } from './style/hidden-classes';
import { surroundingsOf } from './surroundings';

/** Pages are measured against what a browser takes; larger ones are data. */
const MAX_BYTES = 2 * 1024 * 1024;

/** The template from which Zola makes the link of a heading, and in which it puts the text of the heading. */
const LINK_OF_HEADING = /(?:^|\/)templates\/anchor-link\.html$/;

/** A page that loads what a package of the same repository builds: its authors try it there. */
const LOADS_OWN_BUILD = /<script\b[^>]*\ssrc=["']?(?:\.{0,2}\/)*packages\/[\w.-]+\/(?:dist|build|lib)\//i;

const axeRules = new Set(axe.getRules().map(({ ruleId }) => ruleId));

/**
 * Judges pages and templates as they are in files: by axe-core on a DOM of jsdom, and by rules of our own on a tree
 * that knows what a template leaves open. Nothing of a page runs, and nothing that it names is loaded, except for style
 * sheets and frames that are files of the target.
 */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('axe-core', installedVersion('axe-core'));
    const known = withKnownRules(pass, report, (rule) => Object.hasOwn(ownRules, rule) || axeRules.has(rule));
    const runs = new AxeRuns();
    const hidingOf = hiddenClassesIn(pass.root);
    const focusStyles = focusStylesIn(pass.root);
    const isNamedByScript = namedByScriptsIn(pass.root);
    const isTrial = trialsOfLibraries(pass.root);
    await judgeEachText(
      known,
      report,
      async ({ file, text, tools }) => {
        const asked = askedBy(tools);
        const surroundings = {
          ...surroundingsOf(pass.root, file.staged),
          hidingOf,
          focusStyles,
          isNamedByScript,
          replacesTextArea: replacesTextArea(text),
        };
        const found: ProblemOfPage[] = [];
        for (const markup of readMarkup(file.staged, text, surroundings))
          found.push(...(await judgePage(markup, surroundings, asked, runs)));
        const problems = withoutRepeats(found);
        const kept = problems.filter(({ rule }) => rule !== 'nameless-link' || !LINK_OF_HEADING.test(file.staged));
        return isTrial(file.staged) || LOADS_OWN_BUILD.test(text)
          ? kept.map((problem) => ({ ...problem, severity: 'low' as const }))
          : kept;
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/**
 * Whether a file belongs to a program that takes the library of the folder above it, `file:..`. By such a program,
 * tests and the authors of a library try it, and nobody else meets its pages.
 */
function trialsOfLibraries(root: string): (staged: string) => boolean {
  const isTrial = nearestManifests(root, (declared) =>
    [...declared.values()].some((range) => /^(?:file|link|portal):\.\.\/?$/.test(range)) ? true : undefined,
  );
  return (staged) => isTrial(staged) === true;
}

function askedBy(tools: EnginePass['tools']): Asked {
  const rulesOf = (judges: string) => [
    ...new Set(
      tools.filter(({ settings }) => settings?.['judges'] === judges).flatMap(({ rules }) => Object.keys(rules)),
    ),
  ];
  return { axe: rulesOf('axe'), own: rulesOf('own') };
}
