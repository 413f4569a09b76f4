import { type Severity, SEVERITIES } from '@assay/kernel';
import { fileRole, isPutAway, isShelved } from '@assay/source-text';
import type { RuleDefinition, ToolDefinition } from '../catalogue/tool';
import { isShownElsewhere } from './pages-elsewhere';
import { isRunByDevelopers } from './scripts';
import type { ProfileId } from './profile-ids';
import { PROFILES, type Profile } from './profiles';

/** `on` gives a rule its severity in the catalogue. */
export type RuleChoice = 'off' | 'on' | Severity;

/** Choices by selector: a tool (`spelling`) or a rule (`js-suspicious/no-eval`). The narrower selector wins. */
export type RuleChoices = Readonly<Record<string, RuleChoice>>;

/** The decisions about rules of the person who runs a session. The target has no part in them. */
export interface RuleDecisions {
  /** Default: `strict`, under which every rule counts. */
  readonly profile?: ProfileId;
  /** Wins over the profile. */
  readonly rules?: RuleChoices;
  /** The tools that the scan request names. The profile switches off none of their rules. */
  readonly namedTools?: readonly string[];
}

/** The choice for one rule; undefined if nobody made one, so that the catalogue decides. */
function choiceOf(decisions: RuleDecisions, tool: ToolDefinition, rule: string): RuleChoice | undefined {
  const own = selected(decisions.rules ?? {}, tool.id, rule);
  if (own !== undefined) return own;
  const profile: Profile = PROFILES[decisions.profile ?? 'strict'];
  const choice = selected(profile.rules, tool.id, rule) ?? (inCategories(profile, tool) ? undefined : 'off');
  return choice === 'off' && decisions.namedTools?.includes(tool.id) ? undefined : choice;
}

/**
 * The profile's choice for a rule in files of a role, such as tests. Undefined if the person who runs the session made
 * a choice for the rule, or named the tool.
 */
function choiceInFile(
  decisions: RuleDecisions,
  tool: ToolDefinition,
  rule: string,
  path: string | undefined,
): RuleChoice | undefined {
  const profile: Profile = PROFILES[decisions.profile ?? 'strict'];
  const { inRole = {}, inScripts = {}, inPutAway = {}, inLegacy = {}, inPagesElsewhere = {} } = profile;
  if (path === undefined || selected(decisions.rules ?? {}, tool.id, rule) !== undefined) return undefined;
  const choice =
    selected(inRole[fileRole(path)] ?? {}, tool.id, rule) ??
    (isPutAway(path) ? selected(inPutAway, tool.id, rule) : undefined) ??
    (isShelved(path) ? selected(inLegacy, tool.id, rule) : undefined) ??
    (isRunByDevelopers(path) ? selected(inScripts, tool.id, rule) : undefined) ??
    (isShownElsewhere(path) ? selected(inPagesElsewhere, tool.id, rule) : undefined);
  return choice === 'off' && decisions.namedTools?.includes(tool.id) ? undefined : choice;
}

/** Whether findings of the rule count in the file. Without a path: whether they count in any file. */
export const counts = (decisions: RuleDecisions, tool: ToolDefinition, rule: string, path?: string): boolean =>
  choiceOf(decisions, tool, rule) !== 'off' && choiceInFile(decisions, tool, rule, path) !== 'off';

/**
 * The severity of a finding in the file. A person's choice for the rule wins over the engine's judgement of the place.
 * @param said the severity that the engine or the rule gives to the finding
 */
export function severityIn(
  decisions: RuleDecisions,
  tool: ToolDefinition,
  rule: string,
  said: Severity,
  path: string | undefined,
): Severity {
  const chosen = chosenSeverity(decisions, tool, rule);
  const isOfPerson = selected(decisions.rules ?? {}, tool.id, rule) !== undefined;
  // A profile sets the highest severity of a rule. If the engine judged lower, it has seen a reason in the code.
  const limits = [
    isOfPerson ? undefined : chosen,
    choiceInFile(decisions, tool, rule, path),
    limitOf(decisions, tool, rule),
  ];
  return limits.reduce<Severity>(
    (lowest, most) =>
      most === undefined || most === 'on' || most === 'off'
        ? lowest
        : SEVERITIES[Math.max(SEVERITIES.indexOf(lowest), SEVERITIES.indexOf(most))]!,
    isOfPerson ? (chosen ?? said) : said,
  );
}

/** The profile's upper limit for a rule in any file. What the person who runs the session chose has no limit. */
function limitOf(
  { profile = 'strict', rules = {} }: RuleDecisions,
  tool: ToolDefinition,
  rule: string,
): Severity | undefined {
  const { atMost = {} }: Profile = PROFILES[profile];
  return selected(rules, tool.id, rule) === undefined ? selected(atMost, tool.id, rule) : undefined;
}

/** The severity that was chosen for the rule. */
function chosenSeverity(decisions: RuleDecisions, tool: ToolDefinition, rule: string): Severity | undefined {
  const choice = choiceOf(decisions, tool, rule);
  return choice === 'on' || choice === 'off' ? undefined : choice;
}

/** The tool with only the rules that count, each with the decided severity; undefined if no rule counts. */
export function underDecisions(decisions: RuleDecisions, tool: ToolDefinition): ToolDefinition | undefined {
  const counting: [string, RuleDefinition][] = [];
  let changed = false;
  for (const [rule, definition] of Object.entries(tool.rules)) {
    const choice = choiceOf(decisions, tool, rule);
    if (choice === undefined || choice === 'on') counting.push([rule, definition]);
    else changed = true;
    if (choice !== undefined && choice !== 'on' && choice !== 'off')
      counting.push([rule, { ...definition, severity: choice }]);
  }
  if (!changed) return tool;
  return counting.length === 0 ? undefined : { ...tool, rules: Object.fromEntries(counting) };
}

const selected = <Choice>(choices: Readonly<Record<string, Choice>>, tool: string, rule: string): Choice | undefined =>
  own(choices, `${tool}/${rule}`) ?? own(choices, tool);

const own = <Choice>(choices: Readonly<Record<string, Choice>>, selector: string): Choice | undefined =>
  Object.hasOwn(choices, selector) ? choices[selector] : undefined;

const inCategories = ({ categories }: Profile, { category }: ToolDefinition): boolean =>
  categories === undefined || categories.includes(category);
