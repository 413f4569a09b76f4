import { SEVERITIES, counted } from '@assay/kernel';
import {
  type Brief,
  type ComparisonFacts,
  type Evidence,
  type FileFacts,
  type PatternFacts,
  type RuleFacts,
  SLOTS,
  type ToolFacts,
} from '../domain/brief';
import { type Draft, type DraftSentence, needsQuotes } from '../domain/checked-prose';
import type { LanguageModel } from './language-model';

/** Writes without a model: offline, and the same sentences for the same findings. */
export class RuleBasedWriter implements LanguageModel {
  readonly kind = 'rules';
  readonly name = 'rule-based';

  async write(brief: Brief): Promise<Draft> {
    return {
      headline: [headline(brief)],
      topConcerns: concerns(brief).map(concern),
      positiveNotes: positiveNotes(brief),
      immediateActions: immediateActions(brief),
      developerSummary: developerSummary(brief),
      intelligence: intelligence(brief),
    };
  }

  async writeIssues(): Promise<object> {
    return {};
  }
}

const when = (isSo: boolean, sentence: () => DraftSentence): DraftSentence[] => (isSo ? [sentence()] : []);

const says = (text: string, ...cites: readonly Evidence<unknown>[]): DraftSentence => ({
  text,
  cites: cites.map(({ ref }) => ref),
});

function headline({ overall }: Brief): DraftSentence {
  const { target, openIssues, critical, high, riskLevel, riskScore, highestRiskScore, files } = overall.facts;
  if (openIssues === 0)
    return says(`${named(target)} is healthy: the tools that completed found nothing that is open.`, overall);
  const urgent = [critical > 0 && `${critical} critical`, high > 0 && `${high} high`].filter(Boolean).join(' and ');
  const which = urgent === '' ? 'none of them critical or high' : `${urgent} among them`;
  const where = files === 0 ? '' : ` in ${counted(files, 'file')}`;
  return says(
    `The risk of ${named(target)} is ${riskLevel} (${riskScore} of ${highestRiskScore}): ` +
      `${counted(openIssues, 'open finding')}${where}, ${which}.`,
    overall,
  );
}

/** Informational findings are never a concern; low ones only if there is nothing more severe. */
function concerns({ rules }: Brief): readonly Evidence<RuleFacts>[] {
  const worrying = rules.filter(({ facts }) => facts.severity !== 'info' && facts.severity !== 'low');
  return (worrying.length > 0 ? worrying : rules.filter(({ facts }) => facts.severity === 'low')).slice(0, 5);
}

const concern = (evidence: Evidence<RuleFacts>): DraftSentence => {
  const { title, severity, places, files, file, line } = evidence.facts;
  const place = file === null ? '' : `${named(file)}${line === null ? '' : `:${line}`}`;
  const where = place === '' ? '' : `, ${places === 1 ? 'at' : 'first at'} ${place}`;
  const spread = places === 1 ? '' : `, ${places} places${files > 1 ? ` in ${files} files` : ''}`;
  return says(`“${title}” (${severity})${spread}${where}.`, evidence);
};

function positiveNotes({ overall, tools, comparison, categories }: Brief): DraftSentence[] {
  const { critical, high, openIssues } = overall.facts;
  const { completed, foundNothing, missing } = tools.facts;
  const clean = categories.filter(({ facts }) => facts.issues === 0);
  const isSure = missing === 0 && foundNothing > 0;
  return [
    ...when(openIssues > 0 && critical + high === 0, () =>
      says('No open finding is of critical or high severity.', overall),
    ),
    ...when(foundNothing > 0, () =>
      says(`Of ${counted(completed, 'tool')} that completed, ${foundNothing} found nothing.`, tools),
    ),
    ...when(clean.length > 0 && isSure, () =>
      says(`Nothing is open in ${listed(clean.map(({ facts }) => facts.category))}.`, ...clean),
    ),
    ...(comparison ? betterThanBefore(comparison) : []),
  ];
}

function betterThanBefore(comparison: Evidence<ComparisonFacts>): DraftSentence[] {
  const { improvedFiles, worsenedFiles } = comparison.facts;
  const compared = `More files improved since the scan before (${improvedFiles}) than got worse (${worsenedFiles}).`;
  return when(improvedFiles > worsenedFiles, () => says(compared, comparison));
}

function immediateActions(brief: Brief): DraftSentence[] {
  const actions = concerns(brief).map((evidence) => {
    const { title, places, effort } = evidence.facts;
    const what = places === 1 ? 'Mend' : `Mend the ${places} places of`;
    return says(`${what} “${title}”: about ${effort}.`, evidence);
  });
  const again = when(brief.tools.facts.missing > 0, () => runAgain(brief.tools));
  return [...actions.slice(0, SLOTS.immediateActions.most - again.length), ...again];
}

function runAgain(tools: Evidence<ToolFacts>): DraftSentence {
  const { missing, missingNames, unnamed } = tools.facts;
  const names = unnamed > 0 ? [...missingNames, counted(unnamed, 'other')] : missingNames;
  const they = missing === 1 ? 'it' : 'they';
  return says(`Run ${listed(names)} again: ${they} did not complete, and may have missed something.`, tools);
}

function developerSummary({ overall, files, patterns }: Brief): DraftSentence[] {
  const { openIssues, estimatedFixTime, decidedIssues } = overall.facts;
  if (openIssues === 0) return [says('Nothing is open.', overall)];
  return [
    says(`Mending everything takes about ${estimatedFixTime}.`, overall),
    ...files.slice(0, 1).map(heaviestFile),
    ...patterns.slice(0, 1).map(commonPattern),
    ...when(decidedIssues > 0, () => leftOut(overall)),
  ];
}

function heaviestFile(evidence: Evidence<FileFacts>): DraftSentence {
  const { file, issues, score } = evidence.facts;
  return says(`${named(file)} weighs most: ${counted(issues, 'finding')}, health ${score}.`, evidence);
}

function commonPattern(evidence: Evidence<PatternFacts>): DraftSentence {
  const { title, occurrences } = evidence.facts;
  return says(`“${title}” stands ${occurrences} times in code of the same form: mend them together.`, evidence);
}

function leftOut(overall: Brief['overall']): DraftSentence {
  const { decidedIssues } = overall.facts;
  const are = decidedIssues === 1 ? 'is' : 'are';
  return says(
    `${counted(decidedIssues, 'finding')} that somebody accepted, resolved or called false ${are} left out.`,
    overall,
  );
}

function intelligence({ overall, rules, categories }: Brief): DraftSentence[] {
  const [driver] = rules.toSorted((a, b) => b.facts.percentOfRisk - a.facts.percentOfRisk);
  const counts = SEVERITIES.filter((severity) => overall.facts[severity] > 0).map(
    (severity) => `${overall.facts[severity]} ${severity}`,
  );
  if (driver === undefined) return [says('Nothing is open, so nothing drives a risk.', overall)];
  const largest = [...categories].sort((a, b) => b.facts.issues - a.facts.issues)[0]!;
  return [
    says(`By severity: ${counts.join(', ')}.`, overall),
    ...(driver.facts.percentOfRisk > 0
      ? [says(`“${driver.facts.title}” alone is ${driver.facts.percentOfRisk} % of the risk.`, driver)]
      : []),
    says(`Most findings are about ${largest.facts.category} (${largest.facts.issues}).`, largest),
  ];
}

/** A name of a target within a sentence. */
const named = (name: string): string => (needsQuotes(name) ? `“${name}”` : name);

function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}
