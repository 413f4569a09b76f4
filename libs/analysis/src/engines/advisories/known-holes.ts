import {
  type Advisory,
  type AdvisoryGroup,
  type AdvisorySource,
  type Ecosystem,
  affects,
  groupByAlias,
  mendingVersion,
} from '@assay/advisories';
import { SEVERITIES, type Severity } from '@assay/kernel';
import type { RawFinding } from '../engine';
import type { LockedDependency, Lockfile } from './lockfiles/lockfile';
import { type Origin, originsOf } from './paths';

/** Severities of an advisory without data, and the maximum for a vulnerability in a development tool. */
const WITHOUT_DATA: Severity = 'medium';
const MOST_IN_DEVELOPMENT: Severity = 'medium';

const LONGEST_PATH = 6;
const NAMES_SHOWN = 4;

/** One finding for each package, version and vulnerability of a lockfile, at the first line that has it. */
export function holesOf(lockfile: Lockfile, file: string, source: AdvisorySource): RawFinding[] {
  const originOf = originsOf(lockfile);
  const places = new Map<string, LockedDependency[]>();
  for (const each of lockfile.dependencies) {
    const key = `${each.name}\0${each.version}`;
    const same = places.get(key);
    if (same) same.push(each);
    else places.set(key, [each]);
  }
  return [...places.values()].flatMap((same) => {
    const [{ name, version, line }] = same as [LockedDependency];
    const holes = holesIn(source, lockfile.ecosystem, { name, version });
    if (holes.length === 0) return [];
    const origin = nearest(same.map(({ key }) => originOf(key)));
    return holes.map((hole) => ({ file, line, ...told(hole, { name, version }, origin) }));
  });
}

/** The vulnerabilities of one version of a package, grouped by aliases. @throws AdvisoriesDamaged */
export function holesIn(
  source: AdvisorySource,
  ecosystem: Ecosystem,
  { name, version }: { readonly name: string; readonly version: string },
): Hole[] {
  const known = source.find(ecosystem, name);
  const met = new Set(known.filter((advisory) => affects(advisory, ecosystem.name, version)));
  const named = new Set([...met].flatMap(({ id, aliases }) => [id, ...aliases]));
  const isOwn = ({ covers = [] }: Advisory) => covers.length === 0 || !covers.every((each) => named.has(each));
  // Other advisories about the vulnerability may not cover this version, but name the fixed one.
  return groupByAlias(known).flatMap(({ advisories, ...rest }) => {
    const own = advisories.filter((advisory) => met.has(advisory) && isOwn(advisory));
    if (own.length === 0) return [];
    const group = { ...rest, advisories: own };
    return [{ group, severity: worst(group), mending: mendingVersion(advisories, ecosystem.name, version) }];
  });
}

export interface Hole {
  readonly group: AdvisoryGroup;
  readonly severity: Severity;
  readonly mending: string | undefined;
}

function worst({ advisories }: AdvisoryGroup): Severity {
  if (advisories.some(({ malicious }) => malicious)) return 'critical';
  const known = new Set(advisories.map(({ severity }) => severity));
  return SEVERITIES.find((severity) => known.has(severity)) ?? WITHOUT_DATA;
}

/** The most important origin: one needed at run time before one of development, then the shortest path. */
const nearest = (origins: readonly Origin[]): Origin =>
  origins.toSorted(
    (a, b) =>
      Number(a.development) - Number(b.development) || (a.path?.length ?? Infinity) - (b.path?.length ?? Infinity),
  )[0]!;

function told(
  { group, severity, mending }: Hole,
  { name, version }: { readonly name: string; readonly version: string },
  { path, development }: Origin,
): Omit<RawFinding, 'file'> {
  const malicious = group.advisories.some((advisory) => advisory.malicious);
  const summary = group.advisories.map((each) => each.summary).find((text) => text !== '');
  const names = group.names.filter((each) => each !== group.id).slice(0, NAMES_SHOWN - 1);
  const said = [
    `${name} ${version}: ${summary ?? (malicious ? 'it is an attack' : 'it has a known hole')}`.replace(/\.$/, ''),
    ` (${[group.id, ...names].join(', ')}). `,
    malicious ? 'Remove it. ' : mending === undefined ? 'No version mends it yet. ' : `${mending} mends it. `,
    whence(path, development),
  ].join('');
  return {
    rule: malicious ? 'malicious-package' : development ? 'known-hole-in-development' : 'known-hole',
    severity: malicious || !development ? severity : milder(severity, MOST_IN_DEVELOPMENT),
    subject: `${name}@${version} ${group.id}`,
    message: said.trim(),
  };
}

const milder = (a: Severity, b: Severity): Severity => (SEVERITIES.indexOf(a) < SEVERITIES.indexOf(b) ? b : a);

function whence(path: readonly string[] | undefined, development: boolean): string {
  const only = development ? ', for development only' : '';
  if (path === undefined) return development ? 'Only development needs it.' : '';
  if (path.length === 1) return `The project asks for it${only}.`;
  const shown = path.length <= LONGEST_PATH ? path : [...path.slice(0, LONGEST_PATH - 2), '…', ...path.slice(-2)];
  return `It comes by ${shown.join(' > ')}${only}.`;
}
