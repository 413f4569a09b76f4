import { type Node, isMap, isSeq } from 'yaml';
import {
  DEFAULT_KEYWORDS,
  JOB_KEYWORDS,
  KEYWORDS_OF_COMMANDS,
  TOP_KEYWORDS,
} from '../../../catalogue/gitlab-rules/keywords';
import { type Entry, entriesOf, itemsOf, textOf } from '../../kit/yaml-tree';
import { type PipelineMistake, hint, quoted } from './mistake';
import {
  type Entries,
  type Job,
  type WrittenPipeline,
  byKey,
  isGiven,
  isOpen,
  isTagged,
  visibleJobs,
  within,
} from './written';

const OF_JOBS: ReadonlySet<string> = new Set(JOB_KEYWORDS);
const OF_COMMANDS: ReadonlySet<string> = new Set(KEYWORDS_OF_COMMANDS);
const OF_DEFAULT: ReadonlySet<string> = new Set(DEFAULT_KEYWORDS);
const AT_TOP: ReadonlySet<string> = new Set(TOP_KEYWORDS);
const SCRIPTS = ['before_script', 'script', 'after_script'] as const;
const DEEPEST_SCRIPT = 10;
/** The keys of a rule that decide about it: a rule without any of them holds for every pipeline. */
const DECIDING = ['if', 'changes', 'exists'] as const;

/** Jobs that GitLab does not accept, or never runs. */
export function wrongJobs(written: WrittenPipeline): PipelineMistake[] {
  const jobs = visibleJobs(written).filter(({ name, all }) => !isMisplaced(name, all));
  return [
    ...unknownAtTop(written),
    ...jobs.flatMap((job) => [
      ...unknownKeywords(written, job),
      ...withoutScript(written, job),
      ...onlyBesideRules(job),
      ...scriptsOf(written, job.all),
      ...rulesOfJob(written, job),
    ]),
    ...scriptsOf(written, written.top),
    ...scriptsOf(written, entriesAt(written, 'default')),
  ];
}

const entriesAt = ({ tree, top }: WrittenPipeline, key: string): Entries => byKey(entriesOf(tree, top.get(key)?.value));

/** `artifacts` at the top, and no job of that name. */
const isMisplaced = (name: string, all: Entries): boolean =>
  OF_JOBS.has(name) && ![...all.keys()].some((key) => OF_JOBS.has(key));

function unknownAtTop(written: WrittenPipeline): PipelineMistake[] {
  const { top, jobs, isNamed } = written;
  if (!isNamed && visibleJobs(written).length === 0) return [];
  const rule = 'unknown-keyword';
  const unknown = [...top.values()].flatMap(({ key, keyNode, value }): PipelineMistake[] => {
    if (AT_TOP.has(key) || key.startsWith('.') || isOpen(key) || (value && isTagged(value))) return [];
    const job = jobs.get(key);
    if (job ? isMisplaced(key, job.all) : OF_JOBS.has(key) && value && !isMap(value))
      return [{ rule, at: keyNode, message: `${quoted(key)} is for jobs: at the top GitLab takes it for a job.` }];
    if (isMap(value) || (!value && !written.isWhole)) return [];
    return [
      { rule, at: keyNode, message: `${quoted(key)} is no keyword and no job.${hint(written, key, TOP_KEYWORDS)}` },
    ];
  });
  const inDefault = [...entriesAt(written, 'default').values()].filter(
    ({ key }) => !OF_DEFAULT.has(key) && !isOpen(key),
  );
  return [
    ...unknown,
    ...inDefault.map(({ key, keyNode }) => ({
      rule,
      at: keyNode,
      message: `\`default\` takes no ${quoted(key)}.${hint(written, key, DEFAULT_KEYWORDS)}`,
    })),
  ];
}

function unknownKeywords(written: WrittenPipeline, { all }: Job): PipelineMistake[] {
  const rule = 'unknown-keyword';
  const startsAnother = isGiven(all.get('trigger'));
  return [...all.values()].flatMap((entry): PipelineMistake[] => {
    const { key, keyNode } = entry;
    if (isOpen(key)) return [];
    if (!OF_JOBS.has(key))
      return [{ rule, at: keyNode, message: `GitLab knows no ${quoted(key)}.${hint(written, key, JOB_KEYWORDS)}` }];
    if (!startsAnother || !OF_COMMANDS.has(key) || !isGiven(entry)) return [];
    return [{ rule, at: keyNode, message: `A job with \`trigger\` runs no commands, and takes no ${quoted(key)}.` }];
  });
}

function withoutScript(written: WrittenPipeline, { name, keyNode, all, isKnown }: Job): PipelineMistake[] {
  if (!written.isWhole || !isKnown || ['script', 'run', 'trigger'].some((key) => all.has(key))) return [];
  const needs = all.get('needs')?.value;
  const waits = isSeq(needs) ? itemsOf(written.tree, needs) : [needs];
  if (waits.some((each) => within(written, each, 'pipeline'))) return [];
  const message = `${quoted(name)} has no \`script\`, \`run\` or \`trigger\`.${hint(written, name, TOP_KEYWORDS)}`;
  return [{ rule: 'job-without-script', at: keyNode, message }];
}

function onlyBesideRules({ all }: Job): PipelineMistake[] {
  if (!isGiven(all.get('rules'))) return [];
  return [all.get('only'), all.get('except')].filter(isGiven).map(({ key, keyNode }) => ({
    rule: 'only-beside-rules',
    at: keyNode,
    message: `\`${key}\` may not stand beside \`rules\`.`,
  }));
}

/** Lines with a colon that YAML reads as a map, where a command is meant. */
function scriptsOf(written: WrittenPipeline, entries: Entries): PipelineMistake[] {
  return SCRIPTS.flatMap((script) => [entries.get(script)])
    .filter(isGiven)
    .flatMap(({ key, value }) => mapsIn(written, value, 0).map((at) => notText(key, at)));
}

const notText = (key: string, at: Node): PipelineMistake => ({
  rule: 'command-not-text',
  at,
  message: `YAML reads this line of \`${key}\` as a map, because of its colon.`,
});

function mapsIn(written: WrittenPipeline, node: Node, depth: number): Node[] {
  if (isTagged(node) || depth > DEEPEST_SCRIPT || !written.budget.spend(1)) return [];
  if (isMap(node)) return [node];
  return isSeq(node) ? itemsOf(written.tree, node).flatMap((item) => mapsIn(written, item, depth + 1)) : [];
}

function rulesOfJob(written: WrittenPipeline, job: Job): PipelineMistake[] {
  const rules = job.all.get('rules');
  if (!isGiven(rules) || !isSeq(rules.value) || isTagged(rules.value)) return [];
  const items = itemsOf(written.tree, rules.value);
  if (items.length === 0 || !written.budget.spend(items.length)) return [];
  const each = items.map((item) => (isMap(item) && !isTagged(item) ? keysOf(written, item) : undefined));
  const all = each.findIndex((keys) => keys && !DECIDING.some((key) => keys.has(key)));
  const unreachable = all >= 0 ? items[all + 1] : undefined;
  const isNever = each.every((keys) => keys && textOf(keys.get('when')?.value) === 'never');
  // Who turns a job of another file off means it.
  const isTurnedOff = !isNever || !job.own.has('rules') || !job.all.has('script');
  return [
    ...(unreachable
      ? [
          {
            rule: 'unreachable-rule',
            at: unreachable,
            message: 'A rule before it holds always, so that it is never looked at.',
          },
        ]
      : []),
    ...(isTurnedOff
      ? []
      : [{ rule: 'job-never-runs', at: rules.keyNode, message: `Every rule of ${quoted(job.name)} says \`never\`.` }]),
  ];
}

const keysOf = ({ tree }: WrittenPipeline, node: Node): ReadonlyMap<string, Entry> =>
  new Map(entriesOf(tree, node).map((entry) => [entry.key, entry]));
