import { posix } from 'node:path';
import type { Node } from 'yaml';
import { Budget } from '../../infrastructure/budget';
import type { Fault, RulesByType } from '../../infrastructure/judge-resources';
import type { Place } from '../../infrastructure/view';
import { Unreadable } from '../../kit/per-file';
import { type YamlTree, parseYaml } from '../../kit/yaml-tree';
import { faultsIn } from '../find-faults';
import type { Source } from '../../infrastructure/source';
import { type FindChart, loadChart } from './charts/chart';
import { RECENT_CLUSTER } from './charts/cluster';
import type { Folder } from './charts/folder';
import { type Rendered, render } from './charts/render';
import { chartInUse } from './charts/values';
import { type PiecedText, judgedText } from './judged-text';
import { OF_SECRETS } from './rules-of-values';
import { Origins } from './values/origins';
import type { Piece } from './values/value';

/** Some ten times what the largest public templates take. */
const STEPS_TO_RENDER = 5_000_000;
const STEPS_TO_JUDGE = 3_000_000;

export interface ChartFault extends Fault {
  /** Whether a packed chart has it by itself, and no value of the target makes it so: others wrote that chart. */
  readonly ofOthers?: true;
}

export interface JudgedChart {
  readonly faults: readonly ChartFault[];
  /** Templates of the chart that were printed, by their staged paths. */
  readonly rendered: readonly string[];
  /** Why a template was not, or not wholly, judged. */
  readonly unread: readonly { readonly file: string; readonly reason: string }[];
}

/** Prints the templates of a chart with its default values, and judges the objects. */
export function judgeChart(
  source: Folder,
  folder: string,
  rules: RulesByType,
  find: FindChart,
  working: (file: string) => void,
): JudgedChart {
  const origins = new Origins();
  const used = chartInUse(loadChart(source, folder, origins, find), origins);
  const rendered = render(used, origins, RECENT_CLUSTER, STEPS_TO_RENDER, working);
  const faults: ChartFault[] = [];
  const unread: { file: string; reason: string }[] = [];
  for (const each of rendered) {
    working(each.file);
    const notRead = (reason: string) => unread.push(tellable({ file: each.file, reason }, source));
    if (each.unfinished !== undefined) notRead(`not rendered to its end: ${each.unfinished}`);
    const judged = judgeRendered(each, rules);
    faults.push(...judged.faults.filter(isWorthTelling).map((fault) => inTarget(fault, source)));
    if (judged.reason !== undefined) notRead(judged.reason);
  }
  return { faults, rendered: rendered.map(({ file }) => file), unread };
}

/**
 * A fault in a packed chart is reported where the target asks for that chart: nobody can open the archive at a line.
 */
function inTarget(fault: Fault, source: Folder): ChartFault {
  const { file, line, decidedBy } = fault.at;
  const archive = source.packedAbove(file);
  if (archive === undefined) return fault;
  const name = posix.basename(archive);
  const chart = askingFor(archive);
  const message = `${fault.message} (in ${file.slice(archive.length + 1)}, line ${line}, of ${name})`;
  const at: Place = {
    file: chart,
    line: lineOfDependency(source.text(chart) ?? '', name),
    column: 1,
    ...(decidedBy !== undefined && { decidedBy }),
  };
  const isSetHere = decidedBy !== undefined && !decidedBy.includes(`${archive}/`);
  return { ...fault, at, message, ...(!isSetHere && { ofOthers: true as const }) };
}

/** The chart in whose folder an archive lies. */
const askingFor = (archive: string): string => posix.join(posix.dirname(posix.dirname(archive)), 'Chart.yaml');

function tellable({ file, reason }: { file: string; reason: string }, source: Folder) {
  const archive = source.packedAbove(file);
  if (archive === undefined) return { file, reason };
  return { file: askingFor(archive), reason: `${file.slice(posix.dirname(archive).length + 1)}: ${reason}` };
}

/** Where a chart names what lies packed in it as `name-1.2.3.tgz`; its first line if it does not. */
function lineOfDependency(text: string, archive: string): number {
  const lines = text.split('\n');
  const found = lines.findIndex((line) => {
    const [, name] = /^\s*(?:-\s+)?name:\s*["']?([\w.-]+)["']?\s*(?:#.*)?$/.exec(line) ?? [];
    return name !== undefined && /^\s/.test(line.replace('-', ' ')) && archive.startsWith(`${name}-`);
  });
  return found < 0 ? 1 : found + 1;
}

/**
 * A token that stands in the values is a made-up one, which no user keeps: it is of a service that the chart does not
 * install. A password is one that installations have until somebody changes it.
 */
const isWorthTelling = ({ rule, at: { decidedBy } }: Fault): boolean =>
  decidedBy === undefined || !OF_SECRETS.has(rule) || /passw|pwd|passphrase/i.test(decidedBy.split(' in ')[0]!);

interface JudgedTemplate {
  readonly faults: readonly Fault[];
  readonly reason?: string;
}

function judgeRendered({ file, pieces, isOpen, unfinished, refused }: Rendered, rules: RulesByType): JudgedTemplate {
  const budget = new Budget(STEPS_TO_JUDGE);
  const whole = (piece: Piece): boolean => piece.only !== 'printed';
  const byDefault = (piece: Piece): boolean => piece.only !== 'judged' && piece.doubts === 0;
  let reason = 'what it prints is not YAML';
  // Values that users may add can make a text unreadable. Then a missing part may be missing for that reason.
  for (const [wanted, isPart] of [[whole, isOpen] as const, [byDefault, true] as const]) {
    const judged = judgedText(pieces, wanted);
    try {
      const trees = parseYaml(judged.text);
      const sources = trees.map((tree) => sourceOf(tree, file, judged, budget));
      const faults = faultsIn(sources, rules, budget, isPart || unfinished !== undefined).faults;
      return budget.isSpent ? { faults, reason: 'not judged to its end, because it takes too many steps' } : { faults };
    } catch (error) {
      if (!(error instanceof Unreadable) && !(error instanceof RangeError)) throw error;
      reason = `what it prints is not YAML: ${error.message}`;
    }
  }
  return { faults: [], reason: refused === undefined ? reason : `not rendered with the default values: ${refused}` };
}

function sourceOf(tree: YamlTree, file: string, judged: PiecedText, budget: Budget): Source {
  const pieceOf = (node: Node | undefined): Piece | undefined => judged.pieceAt(node?.range?.[0] ?? 0);
  return {
    tree,
    budget,
    placeOf(node, value): Place {
      const piece = pieceOf(node);
      const origin = (value === undefined ? undefined : pieceOf(value)?.from) ?? piece?.from;
      const at = piece?.at ?? { file, line: 1, column: 1 };
      return origin?.file === undefined
        ? at
        : { ...at, decidedBy: `${origin.path} in ${origin.file}, line ${origin.line ?? 1}` };
    },
    doubtsOf: (node) => pieceOf(node)?.doubts ?? 0,
  };
}
