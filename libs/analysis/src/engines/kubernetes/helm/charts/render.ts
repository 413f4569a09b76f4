import { posix } from 'node:path';
import { Budget } from '../../../infrastructure/budget';
import { type ParsedTemplate, TemplateSyntaxError } from '../template/ast';
import { Evaluation } from '../template/evaluate';
import { parseTemplate } from '../template/parse';
import { Refused, TooMuch } from '../template/refused';
import { type Defined, type TemplateText, templateText } from '../template/text';
import type { Origins } from '../values/origins';
import { type Dict, type Piece, type TemplateValue, isText } from '../values/value';
import type { ChartFile } from './chart';
import type { Cluster } from './cluster';
import { ApiVersions, ChartFiles } from './natives';
import type { ChartInUse } from './values';

/** The output of a template with the default values. */
export interface Rendered {
  /** The staged path of the template. */
  readonly file: string;
  readonly pieces: readonly Piece[];
  /** Why Helm prints nothing with the default values. Its output with other values is known nevertheless. */
  readonly refused?: string;
  /** Why it could not be printed to its end. */
  readonly unfinished?: string;
  /** Whether it may print more than is known. */
  readonly isOpen: boolean;
}

const RELEASE = { name: 'release-name', namespace: 'release-namespace' };

interface Planned {
  readonly id: string;
  readonly template: ChartFile;
  readonly dot: Dict;
  readonly text: TemplateText;
  parsed: ParsedTemplate | undefined;
  fault: string | undefined;
}

/** Templates that take all their steps. After so many, the others of the chart get none: no chart needs hours. */
const MOST_EXHAUSTED = 5;

/**
 * Prints all templates of a chart and its parts as Helm does, in its order.
 * @param steps what each template may take, so that one keeps no other from being printed
 */
export function render(
  chart: ChartInUse,
  origins: Origins,
  cluster: Cluster,
  steps: number,
  working: (file: string) => void,
): Rendered[] {
  const planned: Planned[] = [];
  plan(chart, chart.name, undefined, { origins, cluster }, planned);
  planned.sort(inOrder);
  const defined = new Map<string, Defined>();
  for (const each of planned) {
    working(each.template.file);
    read(each, defined);
  }
  let exhausted = 0;
  return planned.filter(isPrinted).map((each) => {
    working(each.template.file);
    const budget = new Budget(exhausted < MOST_EXHAUSTED ? steps : 0);
    const found = printed(each, defined, origins, budget, chart.lacks);
    if (budget.isSpent) exhausted += 1;
    return found;
  });
}

/** Deep paths first, so that what a chart defines counts before what its parts do; of alike ones the last first. */
function inOrder(one: Planned, other: Planned): number {
  const [depth, otherDepth] = [one.id.split('/').length, other.id.split('/').length];
  return depth === otherDepth ? (one.id < other.id ? 1 : -1) : otherDepth - depth;
}

const isPrinted = ({ template: { path }, dot }: Planned): boolean => {
  const name = posix.basename(path);
  const { type } = { type: (dot.get('Chart') as Dict).get('Type') };
  return !name.startsWith('_') && name !== 'NOTES.txt' && type !== 'library';
};

interface Surroundings {
  readonly origins: Origins;
  readonly cluster: Cluster;
}

function plan(
  used: ChartInUse,
  path: string,
  parent: Dict | undefined,
  around: Surroundings,
  planned: Planned[],
): Dict {
  const { chart, name, values, parts } = used;
  const subcharts: Dict = new Map();
  const scope: Dict = new Map<string, TemplateValue>([
    ['Values', values],
    ['Chart', metadataOf(chart.metadata, name, parent === undefined)],
    ['Release', parent?.get('Release') ?? releaseOf()],
    ['Capabilities', parent?.get('Capabilities') ?? capabilitiesOf(around.cluster)],
    ['Files', new ChartFiles(chart.source, chart.folder)],
    ['Subcharts', subcharts],
  ]);
  for (const part of parts) subcharts.set(part.name, plan(part, `${path}/charts/${part.name}`, scope, around, planned));
  for (const template of chart.templates) {
    const id = `${path}/${template.path}`;
    const own = new Map<string, TemplateValue>([
      ['Name', id],
      ['BasePath', `${path}/templates`],
    ]);
    const dot: Dict = new Map([...scope, ['Template', own]]);
    const text = templateText(template.file, template.text);
    planned.push({ id, template, dot, text, parsed: undefined, fault: undefined });
  }
  return scope;
}

const releaseOf = (): Dict =>
  new Map<string, TemplateValue>([
    ['Name', RELEASE.name],
    ['Namespace', RELEASE.namespace],
    ['Service', 'Helm'],
    ['IsInstall', true],
    ['IsUpgrade', false],
    ['Revision', 1n],
  ]);

function capabilitiesOf({ version, apiVersions }: Cluster): Dict {
  const [, major = '1', minor = '0'] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
  const kube: Dict = new Map(Object.entries({ Version: version, GitVersion: version, Major: major, Minor: minor }));
  const helm: Dict = new Map(Object.entries({ Version: 'v3.18.0', GitCommit: '', GitTreeState: '', GoVersion: '' }));
  return new Map<string, TemplateValue>([
    ['KubeVersion', kube],
    ['APIVersions', new ApiVersions(apiVersions)],
    ['HelmVersion', helm],
  ]);
}

/** Fields as Go calls them. */
function metadataOf(metadata: Dict, name: string, isRoot: boolean): Dict {
  const empty: TemplateValue = '';
  const fields = ['Version', 'AppVersion', 'Description', 'Home', 'Icon', 'KubeVersion', 'Type', 'Condition', 'Tags'];
  const chart: Dict = new Map(fields.map((field) => [field, empty]));
  chart.set('APIVersion', '');
  for (const [key, value] of metadata) {
    const field = key === 'apiVersion' ? 'APIVersion' : `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;
    chart.set(field, FIELDS_OF_TEXT.has(field) && !isText(value) && value !== null ? String(value as number) : value);
  }
  chart.set('Name', name);
  chart.set('IsRoot', isRoot);
  return chart;
}

const FIELDS_OF_TEXT = new Set(['Version', 'AppVersion', 'Description', 'Home', 'Icon', 'KubeVersion', 'Type']);

function read(each: Planned, defined: Map<string, Defined>): void {
  try {
    each.parsed = parseTemplate(each.template.text);
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    each.fault = `line ${each.text.placeOf(error.at).line}: ${error.message}`;
    return;
  }
  for (const [name, nodes] of each.parsed.defined) defined.set(name, { nodes, file: each.text });
  defined.set(each.id, { nodes: each.parsed.nodes, file: each.text });
}

function printed(
  { template: { file }, dot, text, parsed, fault }: Planned,
  defined: ReadonlyMap<string, Defined>,
  origins: Origins,
  budget: Budget,
  lacks: readonly string[],
): Rendered {
  if (parsed === undefined) return { file, pieces: [], unfinished: `no template: ${fault ?? ''}`, isOpen: true };
  const evaluation = new Evaluation(text, defined, origins, budget, lacks);
  try {
    const pieces = evaluation.run(parsed.nodes, dot);
    const { refused, missing, isTorn } = evaluation;
    return {
      file,
      pieces,
      ...(refused !== undefined && { refused }),
      ...(missing.size > 0 && { unfinished: `it needs ${[...missing].slice(0, 3).join('; ')}` }),
      isOpen: isTorn,
    };
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof TooMuch)) throw error;
    return { file, pieces: [], unfinished: error.message, isOpen: true };
  }
}
