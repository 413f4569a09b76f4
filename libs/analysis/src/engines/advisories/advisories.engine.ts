import {
  AdvisoriesDamaged,
  type AdvisorySource,
  type EcosystemName,
  NO_ADVISORIES,
  ecosystemText,
  openAdvisories,
} from '@assay/advisories';
import type { Engine, EnginePass, PassReporter } from '../engine';
import { oneLine } from '../kit/per-file';
import { judgeSystem } from './judge-system';
import { holesOf } from './known-holes';
import { listPackages } from './list-packages';
import type { Lockfile } from './lockfiles/lockfile';
import { type ReadLockfile, readLockfiles, unread } from './read-lockfiles';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.1.1';
/** The maximum length of an engine's name and version. */
const LONGEST_VERSION = 250;

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay dependency checks', VERSION);
    if (pass.listsPackages) return listPackages(pass, report);
    if (pass.advisories === undefined) {
      for (const { id } of pass.tools) report.skipped(id, NO_ADVISORIES, 'no-database');
      return;
    }
    const source = openAdvisories(pass.advisories);
    try {
      await judge(pass, report, source);
    } finally {
      source.close();
    }
  },
};

async function judge(pass: EnginePass, report: PassReporter, source: AdvisorySource): Promise<void> {
  // A pass reads one part of a target: lockfiles are in its source, the packages of a system in its records.
  if (pass.tools.every(({ reads }) => reads === 'records')) return judgeSystem(pass, report, source, VERSION);
  const read = await readLockfiles(pass, report);
  for (const { file, lockfile } of read)
    if (lockfile.leftOut !== undefined) unread(pass, report, file, lockfile.leftOut);
  const problems = { missing: new Set<EcosystemName>(), damaged: new Set<string>() };
  const judged: ReadLockfile[] = [];
  for (const each of read) {
    report.working?.(each.file);
    try {
      if (!mayBeAsked(each, source)) {
        problems.missing.add(each.lockfile.ecosystem.name);
        unread(pass, report, each.file, `${noDatabaseOf([each.lockfile.ecosystem.name])} brings it`);
        continue;
      }
      const findings = holesOf(each.lockfile, each.file, source);
      judged.push(each);
      for (const finding of findings)
        for (const { id, rules } of pass.tools)
          if (Object.hasOwn(rules, finding.rule)) report.finding(id, { ...finding, message: oneLine(finding.message) });
    } catch (error) {
      if (!(error instanceof AdvisoriesDamaged)) throw error;
      problems.damaged.add(oneLine(error.message));
      unread(pass, report, each.file, oneLine(error.message));
    }
  }
  report.engine('Assay dependency checks', versionWith(source, judged));
  const [damage] = problems.damaged;
  for (const { id } of pass.tools) {
    if (judged.length > 0 || read.length === 0) report.completed(id, { filesChecked: judged.length });
    else if (damage !== undefined) report.failed(id, damage);
    else report.skipped(id, noDatabaseOf([...problems.missing].sort()), 'no-database');
  }
}

/** @throws AdvisoriesDamaged */
function mayBeAsked({ lockfile: { ecosystem } }: ReadLockfile, source: AdvisorySource): boolean {
  const damage = source.damaged().get(ecosystem.name);
  if (damage) throw damage;
  return source.has(ecosystem.name);
}

const noDatabaseOf = (ecosystems: readonly EcosystemName[]): string =>
  `no database of known holes of ${ecosystems.join(', ')}: ` +
  `assay advisories update --ecosystem ${ecosystems.join(',')}`;

/** The version of the checks and of the databases used: the same version and files give the same findings. */
function versionWith(source: AdvisorySource, read: readonly { readonly lockfile: Lockfile }[]): string {
  const used = new Set<string>(read.map(({ lockfile }) => lockfile.ecosystem.name));
  const versions = source
    .databases()
    .filter(({ ecosystem }) => used.has(ecosystem))
    .map(({ ecosystem, version }) => `${ecosystemText({ name: ecosystem })} ${version}`);
  const text = [VERSION, ...versions].join(', ');
  return text.length <= LONGEST_VERSION ? text : `${text.slice(0, LONGEST_VERSION - 1)}…`;
}
