import { posix } from 'node:path';
import type { EnginePass } from '../../engine';
import type { RulesByType } from '../../infrastructure/judge-resources';
import { type FindChart, isWanted, seenBy } from './charts/chart';
import { Folder } from './charts/folder';
import { isPacked, readPackedCharts } from './charts/packed-charts';
import { type JudgedChart, judgeChart } from './judge-chart';
import { Refused } from './template/refused';
import { readMap } from './values/read-yaml';
import { isText, plainText } from './values/value';

/** A target has some hundred charts at most; those beyond the limit are reported. */
const MOST_CHARTS = 2_000;

/** The judgements about the templates of a target's charts. */
export interface JudgedCharts {
  readonly charts: readonly JudgedChart[];
  /** Charts that could not be read, wholly or with a part, by the staged path of their Chart.yaml. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
  /** Whether a file is a template of a chart, and whether Helm prints it at all. */
  templateOf(file: string): 'none' | 'printed' | 'left-out';
  /** Whether a file has values of a chart, which are no objects. */
  hasValues(file: string): boolean;
}

/** Prints and judges each chart of a target that is not a part of another one. */
export async function judgeCharts(
  { root, files }: Pick<EnginePass, 'root' | 'files'>,
  rules: RulesByType,
  working: (file: string) => void,
): Promise<JudgedCharts> {
  const found = files
    .map(({ staged }) => staged)
    .filter((file) => posix.basename(file) === 'Chart.yaml')
    .map((file) => posix.dirname(file))
    .sort();
  const folders = new Set(found);
  const packed = await readPackedCharts(root, archivesIn(new Folder(root), found));
  const source = new Folder(root, packed.charts);
  const own = found.filter((folder) => !isPart(folder, folders));
  const charts: JudgedChart[] = [];
  const refused = [...packed.refused].map(([archive, reason]) => ({
    file: posix.join(chartWith(archive, folders), 'Chart.yaml'),
    reason: `${posix.basename(archive)} is not read: ${reason}`,
  }));
  const find = finder(source, found);
  for (const [index, folder] of own.entries()) {
    const file = posix.join(folder, 'Chart.yaml');
    working(file);
    try {
      if (index >= MOST_CHARTS) throw new Refused('there are more charts than are judged at once');
      charts.push(judgeChart(source, folder, rules, find, working));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.push({ file, reason: `not rendered: ${error.message}` });
    }
  }
  const seen = new Map<string, ReturnType<typeof seenBy>>();
  return {
    charts,
    refused,
    templateOf(file) {
      const folder = chartAbove(file, folders);
      if (folder === undefined) return 'none';
      const top = topOf(folder, folders);
      seen.set(top, seen.get(top) ?? seenBy(source, top));
      return seen.get(top)!.leavesOut(file, false) ? 'left-out' : 'printed';
    },
    hasValues: (file) => /^values[\w.-]*\.ya?ml$/.test(posix.basename(file)) && folders.has(posix.dirname(file)),
  };
}

/** The packed charts in the folders of charts. */
const archivesIn = (source: Folder, folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    source
      .entries(posix.join(folder, 'charts'))
      .map(({ name }) => posix.join(folder, 'charts', name))
      .filter(isPacked),
  );

/** The chart in whose folder an archive lies, however deep. */
function chartWith(archive: string, folders: ReadonlySet<string>): string {
  let folder = posix.dirname(archive);
  while (folder !== '.' && !folders.has(folder)) folder = posix.dirname(folder);
  return folder;
}

/** The chart that a chart is a part of, and that is printed with it. */
function topOf(folder: string, folders: ReadonlySet<string>): string {
  let top = folder;
  while (isPart(top, folders)) top = posix.dirname(posix.dirname(top));
  return top;
}

/** A chart in the folder `charts` of another one is printed with that. */
function isPart(folder: string, folders: ReadonlySet<string>): boolean {
  const above = posix.dirname(folder);
  if (posix.basename(above) !== 'charts') return false;
  return folders.has(posix.dirname(above));
}

function chartAbove(file: string, folders: ReadonlySet<string>): string | undefined {
  const parts = file.split('/');
  for (let end = parts.length - 1; end > 0; end -= 1) {
    const folder = parts.slice(0, end - 1).join('/') || '.';
    if (parts[end - 1] === 'templates' && folders.has(folder)) return folder;
  }
  return undefined;
}

/** A dependency that is not in the chart's folder may be another chart of the same target. */
function finder(source: Folder, folders: readonly string[]): FindChart {
  let known: ReadonlyMap<string, readonly { readonly folder: string; readonly version: string }[]> | undefined;
  return (name, version) => {
    known ??= charted(source, folders);
    return known.get(name)?.find((chart) => isWanted(chart.version, version))?.folder;
  };
}

function charted(source: Folder, folders: readonly string[]) {
  const known = new Map<string, { folder: string; version: string }[]>();
  for (const folder of folders) {
    const text = source.text(posix.join(folder, 'Chart.yaml'));
    if (text === undefined) continue;
    const [name, version] = namesIn(text);
    known.set(name, [...(known.get(name) ?? []), { folder, version }]);
  }
  return known;
}

function namesIn(text: string): [name: string, version: string] {
  try {
    const metadata = readMap(text);
    const word = (field: string): string => {
      const value = metadata.get(field);
      return value !== undefined && isText(value) ? plainText(value) : '';
    };
    return [word('name'), word('version')];
  } catch (error) {
    if (error instanceof Refused) return ['', ''];
    throw error;
  }
}
