import { posix } from 'node:path';
import semver from 'semver';
import type { Origins } from '../values/origins';
import { readMap } from '../values/read-yaml';
import { type Dict, type TemplateValue, isDict, isList, isText, plainText } from '../values/value';
import { Refused } from '../template/refused';
import { type ChartSource, type Folder, WithoutIgnored, filesBelow } from './folder';
import { ignoreRules } from './ignore-rules';

export interface ChartFile {
  /** The path in the chart: `templates/service.yaml`. */
  readonly path: string;
  /** The staged path. */
  readonly file: string;
  readonly text: string;
}

export interface Dependency {
  readonly name: string;
  readonly alias: string;
  readonly condition: string;
  readonly tags: readonly string[];
  readonly imports: readonly TemplateValue[];
  readonly chart: Chart | undefined;
}

/** A chart as it is written. */
export interface Chart {
  /** The files of the target that Helm sees from the chart's folder. */
  readonly source: ChartSource;
  readonly folder: string;
  readonly name: string;
  readonly metadata: Dict;
  readonly values: Dict;
  readonly templates: readonly ChartFile[];
  readonly dependencies: readonly Dependency[];
}

/** Charts in charts in the tree; umbrella charts have two or three. */
const DEEPEST = 8;

/** Finds a chart of a name in the target that has the version that is asked for. */
export type FindChart = (name: string, version: string) => string | undefined;

/** The state of reading charts, and of finding others. */
interface Loading {
  readonly whole: Folder;
  readonly origins: Origins;
  readonly find: FindChart;
}

/** @throws Refused if there is no chart */
export const loadChart = (whole: Folder, folder: string, origins: Origins, find: FindChart): Chart =>
  topChart({ whole, origins, find }, folder, 0);

/** A chart's ignore file also applies to the charts in its folder: their own ignore files are not asked. */
export function seenBy(whole: Folder, folder: string): WithoutIgnored {
  return new WithoutIgnored(whole, folder, ignoreRules(whole.text(posix.join(folder, '.helmignore')) ?? ''));
}

const topChart = (loading: Loading, folder: string, depth: number): Chart =>
  chartIn(loading, seenBy(loading.whole, folder), folder, depth);

function chartIn(loading: Loading, source: ChartSource, folder: string, depth: number): Chart {
  const { origins } = loading;
  const text = source.text(posix.join(folder, 'Chart.yaml'));
  if (text === undefined) throw new Refused(`${folder} has no Chart.yaml`);
  const metadata = readMap(text);

  const valuesFile = posix.join(folder, 'values.yaml');
  const values = source.text(valuesFile);
  const templates = filesBelow(source, posix.join(folder, 'templates')).flatMap((name): ChartFile[] => {
    const path = `templates/${name}`;
    const file = posix.join(folder, path);
    const content = source.text(file);
    return content === undefined ? [] : [{ path, file, text: content }];
  });
  return {
    source,
    folder,
    name: textOf(metadata.get('name')) || posix.basename(folder),
    metadata,
    values: values === undefined ? new Map<string, TemplateValue>() : readMap(values, valuesFile, origins),
    templates,
    dependencies: depth < DEEPEST ? dependenciesOf(loading, source, folder, metadata, depth) : [],
  };
}

const textOf = (value: TemplateValue | undefined): string =>
  value !== undefined && isText(value) ? plainText(value) : '';

function dependenciesOf(
  loading: Loading,
  source: ChartSource,
  folder: string,
  metadata: Dict,
  depth: number,
): Dependency[] {
  const inside = source
    .entries(posix.join(folder, 'charts'))
    .filter(({ name, isFolder }) => isFolder && !/^[._]/.test(name))
    .map(({ name }) => posix.join(folder, 'charts', name))
    .filter((path) => source.text(posix.join(path, 'Chart.yaml')) !== undefined)
    .map((path) => chartIn(loading, source, path, depth + 1));
  const declared = declaredIn(source, folder, metadata);
  const found = declared.map((row): Dependency => {
    const [name, version, repository] = [
      textOf(row.get('name')),
      textOf(row.get('version')),
      textOf(row.get('repository')),
    ];
    const path = repository.startsWith('file://') ? posix.join(folder, repository.slice('file://'.length)) : undefined;
    const elsewhere = (): Chart | undefined => {
      const at =
        path !== undefined && loading.whole.text(posix.join(path, 'Chart.yaml')) !== undefined
          ? path
          : loading.find(name, version);
      return at === undefined || at === folder || folder.startsWith(`${at}/`)
        ? undefined
        : topChart(loading, at, depth + 1);
    };
    return {
      name,
      alias: textOf(row.get('alias')) || name,
      condition: textOf(row.get('condition')),
      tags: listOf(row.get('tags')).map((tag) => textOf(tag)),
      imports: listOf(row.get('import-values')),
      chart: ofVersion(inside, name, version) ?? elsewhere(),
    };
  });
  const names = new Set(found.map(({ name }) => name));
  const others = inside.filter(({ name }) => !names.has(name));
  return [
    ...found,
    ...others.map((chart) => ({ name: chart.name, alias: chart.name, condition: '', tags: [], imports: [], chart })),
  ];
}

/** The chart of the requested version, among several charts of one name. */
function ofVersion(charts: readonly Chart[], name: string, wanted: string): Chart | undefined {
  const named = charts.filter((chart) => chart.name === name);
  return named.find(({ metadata }) => isWanted(textOf(metadata.get('version')), wanted)) ?? named[0];
}

const listOf = (value: TemplateValue | undefined): readonly TemplateValue[] =>
  value !== undefined && isList(value) ? value : [];

/** Those of Chart.yaml, and of requirements.yaml of the first version of charts. */
function declaredIn(source: ChartSource, folder: string, metadata: Dict): Dict[] {
  const requirements = source.text(posix.join(folder, 'requirements.yaml'));
  const rows = [
    ...listOf(metadata.get('dependencies')),
    ...(requirements === undefined ? [] : listOf(readMap(requirements).get('dependencies'))),
  ];
  return rows.filter((row) => isDict(row));
}

/** Whether a version is one that a dependency asks for. */
export function isWanted(version: string, wanted: string): boolean {
  if (wanted === '' || wanted === '*') return true;
  return (
    semver.valid(version) !== null &&
    semver.satisfies(version, wanted.replaceAll(',', ' '), { includePrerelease: true })
  );
}
