import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AdvisoriesDamaged,
  type AdvisorySource,
  type Ecosystem,
  type EcosystemName,
  ecosystemText,
} from '@assay/advisories';
import { SEVERITIES, type Severity } from '@assay/kernel';
import type { ImagePackageList, PackagesRecord } from '@assay/target-records';
import type { EnginePass, PassReporter, RawFinding } from '../engine';
import { oneLine } from '../kit/per-file';
import { type Hole, holesIn } from './known-holes';
import { SYSTEMS, type SystemPackage, ecosystemOf, packagesIn } from './system-packages';

/**
 * The maximum severity of a vulnerability that the distribution has not fixed: the builder of the image can do little.
 */
const MOST_WITHOUT_MENDING: Severity = 'low';
const BINARIES_SHOWN = 4;
/** The kind of package list of each system. */
const LISTS_OF: Readonly<Partial<Record<EcosystemName, ImagePackageList['kind']>>> = {
  Debian: 'dpkg',
  Ubuntu: 'dpkg',
  Alpine: 'apk',
  'Rocky Linux': 'rpm',
  AlmaLinux: 'rpm',
};

const OF_RPM = 'Rocky Linux and AlmaLinux';

interface NotJudged {
  readonly reason: string;
  /**
   * An image's own claims do not excuse the tool. It counts as missed for an unknown release, and is excused only if
   * there is no database for the system of the package lists.
   */
  readonly because: 'damaged' | 'unknown' | 'no-database';
}
const WORST_FIRST: readonly NotJudged['because'][] = ['damaged', 'unknown', 'no-database'];

/** Judges the packages that an image's package managers list. */
export async function judgeSystem(
  pass: EnginePass,
  report: PassReporter,
  source: AdvisorySource,
  version: string,
): Promise<void> {
  let checked = 0;
  const notJudged: (NotJudged & { readonly file: string })[] = [];
  for (const { staged } of pass.files) {
    report.working?.(staged);
    const record = JSON.parse(await readFile(join(pass.root, staged), 'utf8')) as PackagesRecord;
    try {
      const known = knownSystem(record, source);
      if ('reason' in known) notJudged.push({ file: staged, ...known });
      else {
        const findings = findingsIn(record, known.ecosystem, source);
        checked += 1;
        report.engine('Assay dependency checks', `${version}, ${known.database}`);
        for (const { path, text, kind } of record.lists)
          if (text === undefined)
            for (const { id } of pass.tools) report.unreadable(id, staged, `${path}: a list of ${kind} is not read`);
        for (const finding of findings)
          for (const { id } of pass.tools) report.finding(id, { file: staged, ...finding });
      }
    } catch (error) {
      if (!(error instanceof AdvisoriesDamaged)) throw error;
      notJudged.push({ file: staged, because: 'damaged', reason: oneLine(error.message) });
    }
  }
  for (const { id } of pass.tools) {
    for (const { file, reason } of notJudged) report.unreadable(id, file, reason);
    const [worst] = [...notJudged].sort((a, b) => WORST_FIRST.indexOf(a.because) - WORST_FIRST.indexOf(b.because));
    if (checked > 0 || worst === undefined) report.completed(id, { filesChecked: checked });
    else if (worst.because === 'damaged') report.failed(id, worst.reason);
    else if (worst.because === 'no-database') report.skipped(id, worst.reason, 'no-database');
    else report.skipped(id, worst.reason);
  }
}

/** The system whose packages can be looked up, or why they cannot. Without a reason they would count as sound. */
function knownSystem(
  { release = '', lists }: PackagesRecord,
  source: AdvisorySource,
): { readonly ecosystem: Ecosystem; readonly database: string } | NotJudged {
  const [first] = lists;
  if (first !== undefined && lists.every(({ kind, text }) => kind === 'rpm' && text === undefined))
    return { because: 'no-database', reason: `${first.path}: a list of ${first.kind} is not read` };
  const ecosystem = ecosystemOf({ release, lists });
  if (ecosystem === undefined && first !== undefined && lists.every(({ kind }) => kind === 'rpm'))
    return { because: 'no-database', reason: `${first.path}: of systems with rpm, ${OF_RPM} alone are known` };
  if (ecosystem === undefined) {
    const unread = lists.find(({ text }) => text === undefined);
    return {
      because: 'unknown',
      reason: unread
        ? `${unread.path}: a list of ${unread.kind} is not read`
        : `the image says no release of ${SYSTEMS} in os-release`,
    };
  }
  const { name } = ecosystem;
  if (first !== undefined && lists.every(({ kind }) => kind !== LISTS_OF[name]))
    return { because: 'unknown', reason: `os-release says ${name}, and ${first.path} is a list of ${first.kind}` };
  const damage = source.damaged().get(name);
  if (damage) throw damage;
  const database = source.databases().find((each) => each.ecosystem === name);
  const bring = `assay advisories update --ecosystem ${name}`;
  if (!database) return { because: 'no-database', reason: `no database of known holes of ${name}: ${bring} brings it` };
  return source.knowsRelease(ecosystem)
    ? { ecosystem, database: `${ecosystemText(ecosystem)} ${database.version}` }
    : {
        because: 'unknown',
        reason:
          `the database of known holes of ${name}, ${database.version}, knows no release ${ecosystem.release}: ` +
          `it is newer than the database, which ${bring} renews, or no longer looked after`,
      };
}

/**
 * The findings of a system. An image without dpkg has a list for each package, and several of them may have one source.
 */
function findingsIn(
  { lists }: PackagesRecord,
  ecosystem: Ecosystem,
  source: AdvisorySource,
): Omit<RawFinding, 'file'>[] {
  const packages = new Map<string, SystemPackage & { readonly place: string }>();
  for (const list of lists)
    for (const each of packagesIn(list)) {
      const key = `${each.name}\0${each.version}`;
      const { place = list.path, installed = [] } = packages.get(key) ?? {};
      const all = [...new Set([...installed, ...each.installed])].sort();
      packages.set(key, { ...each, place, installed: all });
    }
  return [...packages.values()].flatMap((each) =>
    holesOfPackage(each, ecosystem, source).map((hole) => ({ place: each.place, ...told(hole, each) })),
  );
}

/**
 * The vulnerabilities of a package. Advisories about rpm systems name the installed package, those about other systems
 * its source.
 */
function holesOfPackage(
  { name, version, installed }: SystemPackage,
  ecosystem: Ecosystem,
  source: AdvisorySource,
): Hole[] {
  const names = LISTS_OF[ecosystem.name] === 'rpm' ? [...new Set([name, ...installed])] : [name];
  const holes = names.flatMap((each) => holesIn(source, ecosystem, { name: each, version }));
  return [...new Map(holes.reverse().map((hole) => [hole.group.id, hole])).values()].reverse();
}

function told(
  { group, severity, mending }: Hole,
  { name, version, installed }: SystemPackage,
): Omit<RawFinding, 'file' | 'place'> {
  const summary = group.advisories.map((each) => each.summary).find((text) => text !== '') ?? 'it has a known hole';
  const others = installed.filter((binary) => binary !== name);
  const shown = [...others.slice(0, BINARIES_SHOWN), ...(others.length > BINARIES_SHOWN ? ['…'] : [])].join(', ');
  const named = group.names.filter((each) => each !== group.id).slice(0, 3);
  const mended = mending === undefined ? 'The distribution has not mended it.' : `${mending} mends it.`;
  return {
    rule: 'known-hole',
    subject: `${name}@${version} ${group.id}`,
    severity: mending === undefined ? milder(severity) : severity,
    message: oneLine(
      `${name} ${version}${shown === '' ? '' : ` (${shown})`}: ${summary.replace(/\.$/, '')} ` +
        `(${[group.id, ...named].join(', ')}). ${mended}`,
    ),
  };
}

const milder = (severity: Severity): Severity =>
  SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(MOST_WITHOUT_MENDING) ? MOST_WITHOUT_MENDING : severity;
