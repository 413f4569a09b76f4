import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { type AdvisorySource, NO_ADVISORIES, ecosystemText, openAdvisories } from '@assay/advisories';
import type { Engine, EnginePass, PassReporter } from '../engine';
import type { StagedFile } from '@assay/target-records';
import { Unreadable, decodeText, oneLine } from '../kit/per-file';
import { judgeSystem } from './judge-system';
import { holesOf } from './known-holes';
import { READERS } from './lockfiles';
import type { Lockfile } from './lockfiles/lockfile';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.0.0';
/** What the name and version of an engine may have. */
const LONGEST_VERSION = 250;
const MAX_BYTES = 32 * 1024 * 1024;

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay dependency checks', VERSION);
    if (pass.advisories === undefined) {
      for (const { id } of pass.tools) report.skipped(id, NO_ADVISORIES);
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
  // A pass reads one part of a target: lockfiles are in its source, what a system has installed in its records.
  if (pass.tools.every(({ reads }) => reads === 'records')) return judgeSystem(pass, report, source, VERSION);
  const files = [...pass.files].sort((a, b) => (a.staged < b.staged ? -1 : 1));
  const missing = new Set<string>();
  const read: { readonly file: string; readonly lockfile: Lockfile }[] = [];
  const unread = (file: string, reason: string) => {
    for (const { id } of pass.tools) report.unreadable(id, file, reason);
  };
  for (const [done, file] of files.entries()) {
    report.working?.(file.staged);
    try {
      const lockfile = await readLockfile(pass.root, file);
      if (lockfile === undefined) continue;
      if (lockfile.leftOut !== undefined) unread(file.staged, lockfile.leftOut);
      if (source.has(lockfile.ecosystem.name)) read.push({ file: file.staged, lockfile });
      else {
        missing.add(lockfile.ecosystem.name);
        unread(
          file.staged,
          `no database of known holes of ${lockfile.ecosystem.name}: assay advisories update brings it`,
        );
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unread(file.staged, oneLine(error.message));
    }
    report.progress(done + 1, files.length);
  }
  report.engine('Assay dependency checks', versionWith(source, read));
  for (const { file, lockfile } of read)
    for (const finding of holesOf(lockfile, file, source))
      for (const { id, rules } of pass.tools)
        if (Object.hasOwn(rules, finding.rule)) report.finding(id, { ...finding, message: oneLine(finding.message) });
  for (const { id } of pass.tools) {
    if (read.length === 0 && missing.size > 0)
      report.skipped(id, `no database of known holes of ${[...missing].sort().join(', ')}: assay advisories update`);
    else report.completed(id, { filesChecked: read.length });
  }
}

/** @returns undefined for a file that no reader reads @throws Unreadable */
async function readLockfile(root: string, { staged, size }: StagedFile): Promise<Lockfile | undefined> {
  const name = posix.basename(staged);
  const reader = READERS.find(({ reads }) => reads(name, staged));
  if (reader === undefined) return undefined;
  if (size > MAX_BYTES) throw new Unreadable('larger than 32 MB');
  return reader.read(decodeText(await readFile(join(root, staged))));
}

/** The version of the checks with those of the databases that were asked: the same files give the same findings. */
function versionWith(source: AdvisorySource, read: readonly { readonly lockfile: Lockfile }[]): string {
  const used = new Set<string>(read.map(({ lockfile }) => lockfile.ecosystem.name));
  const versions = source
    .databases()
    .filter(({ ecosystem }) => used.has(ecosystem))
    .map(({ ecosystem, version }) => `${ecosystemText({ name: ecosystem })} ${version}`);
  const text = [VERSION, ...versions].join(', ');
  return text.length <= LONGEST_VERSION ? text : `${text.slice(0, LONGEST_VERSION - 1)}…`;
}
