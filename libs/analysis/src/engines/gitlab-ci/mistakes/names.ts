import { type Node, isMap, isSeq, visit } from 'yaml';
import { DEFAULT_STAGES, FIRST_STAGE, LAST_STAGE, MOST_NEEDS } from '../../../catalogue/gitlab-rules/keywords';
import { itemsOf, valueOf } from '../../kit/yaml-tree';
import { type Edge, cyclesIn } from './cycles';
import { type PipelineMistake, hint, quoted } from './mistake';
import {
  type Job,
  type NamedAt,
  type WrittenPipeline,
  declaredStages,
  isGiven,
  isTagged,
  listItems,
  namesIn,
  plainText,
  visibleJobs,
  within,
} from './written';

/** Names of stages, jobs and templates that lead nowhere, back, or to what runs later. */
export function wrongNames(written: WrittenPipeline): PipelineMistake[] {
  const stages = stagesOf(written);
  const needs = needsOf(written);
  return [
    ...undeclaredStages(written, stages),
    ...unknownTemplates(written),
    ...circles(extendsOf(written), 'circular-extends', 'extends itself'),
    ...unknownJobs(written, needs),
    ...circles(needs.filter(isNeed), 'circular-needs', 'waits for itself'),
    ...laterStages(written, stages, needs),
    ...tooManyNeeds(written),
    ...unknownReferences(written),
  ];
}

/** The stages from first to last, or undefined if another file may say what they are. */
function stagesOf(written: WrittenPipeline): readonly string[] | undefined {
  const declared = written.top.has('stages') ? declaredStages(written) : written.isWhole ? DEFAULT_STAGES : undefined;
  return (
    declared && [FIRST_STAGE, ...declared.filter((name) => name !== FIRST_STAGE && name !== LAST_STAGE), LAST_STAGE]
  );
}

function undeclaredStages(written: WrittenPipeline, stages: readonly string[] | undefined): PipelineMistake[] {
  const known = new Set(stages);
  return !stages
    ? []
    : visibleJobs(written).flatMap((job): PipelineMistake[] => {
        const named = job.all.get('stage');
        const name = plainText(named?.value);
        if (!named && written.isWhole && job.isKnown && !known.has('test'))
          return [undeclared(job.keyNode, `${quoted(job.name)} names no stage, and \`test\`, which it then has,`, '')];
        if (name === undefined || known.has(name)) return [];
        return [undeclared(named!.value!, `The stage ${quoted(name)}`, hint(written, name, stages))];
      });
}

const undeclared = (at: Node, what: string, meant: string): PipelineMistake => ({
  rule: 'undeclared-stage',
  at,
  message: `${what} is not among the stages of the pipeline.${meant}`,
});

const templatesOf = (written: WrittenPipeline, job: Job): NamedAt[] => namesIn(written, job.own.get('extends')?.value);

function extendsOf(written: WrittenPipeline): Edge<Node>[] {
  return [...written.jobs.values()].flatMap((job) =>
    templatesOf(written, job).flatMap(({ name, node }) =>
      name === undefined ? [] : [{ from: job.name, to: name, at: node }],
    ),
  );
}

function unknownTemplates(written: WrittenPipeline): PipelineMistake[] {
  if (!written.isWhole) return [];
  const names = [...written.jobs.keys()];
  return extendsOf(written).flatMap(({ to, at }): PipelineMistake[] => {
    if (written.top.has(to)) return [];
    return [
      { rule: 'unknown-template', at, message: `${quoted(to)} is not in the pipeline.${hint(written, to, names)}` },
    ];
  });
}

interface Need extends Edge<Node> {
  readonly key: 'needs' | 'dependencies' | 'on_stop';
  /** It may be missing. */
  readonly isOptional?: boolean;
}

const isNeed = ({ key }: Need): boolean => key === 'needs';

/** The jobs that each job waits for, takes files from or is stopped by, in its own pipeline. */
function needsOf(written: WrittenPipeline): Need[] {
  return visibleJobs(written).flatMap((job) => {
    const needs = job.all.get('needs')?.value;
    const items = listItems(written, needs);
    const dependencies = job.all.get('dependencies')?.value;
    const stop = within(written, job.all.get('environment')?.value, 'on_stop');
    return [
      ...items.flatMap((item) => needIn(written, job.name, item)),
      ...(isSeq(dependencies) ? namesIn(written, dependencies) : []).flatMap(({ name, node }): Need[] =>
        name === undefined ? [] : [{ from: job.name, to: name, at: node, key: 'dependencies' }],
      ),
      ...[plainText(stop)].flatMap((name): Need[] =>
        name === undefined ? [] : [{ from: job.name, to: name, at: stop!, key: 'on_stop' }],
      ),
    ];
  });
}

function needIn(written: WrittenPipeline, from: string, item: Node): Need[] {
  if (isTagged(item)) return [];
  if (!isMap(item)) {
    const name = plainText(item);
    return name === undefined ? [] : [{ from, to: name, at: item, key: 'needs' }];
  }
  if (within(written, item, 'project') || within(written, item, 'pipeline')) return [];
  const job = within(written, item, 'job');
  const name = plainText(job);
  const isOptional = valueOf(within(written, item, 'optional')) === true;
  return name === undefined ? [] : [{ from, to: name, at: job!, key: 'needs', isOptional }];
}

/** The job of a name, also of one of those that `parallel` makes: `test 1/3`, `test: [linux]`. */
function jobCalled({ jobs }: WrittenPipeline, name: string): Job | undefined {
  const job = jobs.get(name) ?? jobs.get(name.replace(/(?: \d+\/\d+|: \[.*\])$/, ''));
  return job?.isTemplate ? undefined : job;
}

function unknownJobs(written: WrittenPipeline, needs: readonly Need[]): PipelineMistake[] {
  if (!written.isWhole) return [];
  const names = visibleJobs(written).map(({ name }) => name);
  return needs.flatMap(({ to, at, key, isOptional }): PipelineMistake[] => {
    if (isOptional || jobCalled(written, to)) return [];
    const message = `\`${key}\` names ${quoted(to)}, and no job has that name.${hint(written, to, names)}`;
    return [{ rule: 'unknown-job', at, message }];
  });
}

function circles(edges: readonly Edge<Node>[], rule: string, what: string): PipelineMistake[] {
  return cyclesIn(edges).map((way) => {
    const over = way.slice(0, -1).map(({ to }) => quoted(to));
    const shown = over.length > 5 ? [...over.slice(0, 5), '…'] : over;
    const through = over.length === 0 ? '' : ` by way of ${shown.join(', ')}`;
    return { rule, at: way[0]!.at, message: `${quoted(way[0]!.from)} ${what}${through}.` };
  });
}

function laterStages(
  written: WrittenPipeline,
  stages: readonly string[] | undefined,
  needs: readonly Need[],
): PipelineMistake[] {
  if (!stages) return [];
  const places = new Map(stages.map((name, index) => [name, index]));
  const placeOf = (job: Job | undefined): number | undefined => {
    if (!job) return undefined;
    const named = job.all.get('stage');
    const name = named ? plainText(named.value) : written.isWhole && job.isKnown ? 'test' : undefined;
    return name === undefined ? undefined : places.get(name);
  };
  return needs.flatMap(({ from, to, at, key }): PipelineMistake[] => {
    const [own, other] = [placeOf(written.jobs.get(from)), placeOf(jobCalled(written, to))];
    if (key === 'on_stop' || own === undefined || other === undefined || other <= own) return [];
    const [early, late] = [quoted(stages[own]!), quoted(stages[other]!)];
    const message = `${quoted(to)} is of the stage ${late}, which comes after ${early}.`;
    return [{ rule: 'later-stage-needed', at, message }];
  });
}

function tooManyNeeds(written: WrittenPipeline): PipelineMistake[] {
  return visibleJobs(written).flatMap((job): PipelineMistake[] => {
    const needs = job.all.get('needs');
    const items = isGiven(needs) && isSeq(needs.value) && !isTagged(needs.value) ? needs.value.items.length : 0;
    if (items <= MOST_NEEDS) return [];
    const most = `GitLab takes ${MOST_NEEDS} unless its operator allows more`;
    const message = `${quoted(job.name)} needs ${items} jobs; ${most}.`;
    return [{ rule: 'too-many-needs', at: needs!.keyNode, message }];
  });
}

/** References `!reference [job, key]` whose target does not exist at the first two levels. */
function unknownReferences(written: WrittenPipeline): PipelineMistake[] {
  const { tree, top, jobs } = written;
  if (!written.isWhole) return [];
  const found: PipelineMistake[] = [];
  visit(tree.document, {
    Seq(_, node) {
      if (node.tag !== '!reference') return;
      const [first, second] = itemsOf(tree, node).map(plainText);
      if (first === undefined) return;
      const job = jobs.get(first);
      const isThere = top.has(first) && (second === undefined || !job?.isKnown || job.all.has(second));
      if (isThere) return;
      const [what, meant] = top.has(first)
        ? [`${quoted(first)} has no ${quoted(second!)}`, hint(written, second!, [...job!.all.keys()])]
        : [`${quoted(first)} is not in the pipeline`, hint(written, first, [...top.keys()])];
      found.push({ rule: 'unknown-reference', at: node, message: `${what}.${meant}` });
    },
  });
  return found;
}
