import { posix } from 'node:path';
import semver from 'semver';
import type { Origins } from '../values/origins';
import { readMap } from '../values/read-yaml';
import { type Dict, type TemplateValue, isDict, isList, isText, plainText } from '../values/value';
import { Refused } from '../template/refused';
import type { Folder } from './folder';

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

/** @throws Refused if there is no chart */
export function loadChart(source: Folder, folder: string, origins: Origins, find: FindChart, depth = 0): Chart {
  const text = source.text(posix.join(folder, 'Chart.yaml'));
  if (text === undefined) throw new Refused(`${folder} has no Chart.yaml`);
  const metadata = readMap(text);

  const valuesFile = posix.join(folder, 'values.yaml');
  const values = source.text(valuesFile);
  const templates = source.filesBelow(posix.join(folder, 'templates')).flatMap((name): ChartFile[] => {
    const path = `templates/${name}`;
    const file = posix.join(folder, path);
    const content = source.text(file);
    return content === undefined ? [] : [{ path, file, text: content }];
  });
  return {
    folder,
    name: textOf(metadata.get('name')) || posix.basename(folder),
    metadata,
    values: values === undefined ? new Map<string, TemplateValue>() : readMap(values, valuesFile, origins),
    templates,
    dependencies: depth < DEEPEST ? dependenciesOf(source, folder, metadata, origins, find, depth) : [],
  };
}

const textOf = (value: TemplateValue | undefined): string =>
  value !== undefined && isText(value) ? plainText(value) : '';

function dependenciesOf(
  source: Folder,
  folder: string,
  metadata: Dict,
  origins: Origins,
  find: FindChart,
  depth: number,
): Dependency[] {
  const charts = posix.join(folder, 'charts');
  const inside = new Map<string, Chart>();
  for (const entry of source.entries(charts)) {
    if (!entry.isDirectory() || /^[._]/.test(entry.name)) continue;
    const path = posix.join(charts, entry.name);
    if (source.text(posix.join(path, 'Chart.yaml')) === undefined) continue;
    const chart = loadChart(source, path, origins, find, depth + 1);
    inside.set(chart.name, chart);
  }
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
        path !== undefined && source.text(posix.join(path, 'Chart.yaml')) !== undefined ? path : find(name, version);
      return at === undefined || at === folder || folder.startsWith(`${at}/`)
        ? undefined
        : loadChart(source, at, origins, find, depth + 1);
    };
    return {
      name,
      alias: textOf(row.get('alias')) || name,
      condition: textOf(row.get('condition')),
      tags: listOf(row.get('tags')).map((tag) => textOf(tag)),
      imports: listOf(row.get('import-values')),
      chart: inside.get(name) ?? elsewhere(),
    };
  });
  const names = new Set(found.map(({ name }) => name));
  const others = [...inside.values()].filter(({ name }) => !names.has(name));
  return [
    ...found,
    ...others.map((chart) => ({ name: chart.name, alias: chart.name, condition: '', tags: [], imports: [], chart })),
  ];
}

const listOf = (value: TemplateValue | undefined): readonly TemplateValue[] =>
  value !== undefined && isList(value) ? value : [];

/** Those of Chart.yaml, and of requirements.yaml of the first version of charts. */
function declaredIn(source: Folder, folder: string, metadata: Dict): Dict[] {
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
