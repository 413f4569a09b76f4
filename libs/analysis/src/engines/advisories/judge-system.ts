import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AdvisorySource, type Ecosystem, ecosystemText } from '@assay/advisories';
import { SEVERITIES, type Severity } from '@assay/kernel';
import type { PackageList, PackagesRecord } from '@assay/target-records';
import type { EnginePass, PassReporter, RawFinding } from '../engine';
import { oneLine } from '../kit/per-file';
import { type Hole, holesIn } from './known-holes';
import { type SystemPackage, ecosystemOf, packagesIn } from './system-packages';

/** The most that a hole gets which the distribution has not mended: whoever builds the image can do little. */
const MOST_WITHOUT_MENDING: Severity = 'low';
const BINARIES_SHOWN = 4;

/** Judges what package managers of an image say is installed. */
export async function judgeSystem(
  pass: EnginePass,
  report: PassReporter,
  source: AdvisorySource,
  version: string,
): Promise<void> {
  let checked = 0;
  const reasons: string[] = [];
  for (const { staged } of pass.files) {
    const record = JSON.parse(await readFile(join(pass.root, staged), 'utf8')) as PackagesRecord;
    const ecosystem = ecosystemOf(record);
    const reason = notKnown(ecosystem, source);
    if (reason !== undefined) {
      reasons.push(reason);
      continue;
    }
    checked += 1;
    const database = source.databases().find((each) => each.ecosystem === ecosystem!.name)!;
    report.engine('Assay dependency checks', `${version}, ${ecosystemText(ecosystem!)} ${database.version}`);
    for (const list of record.lists) judgeList(list, staged, ecosystem!, { pass, report, source });
  }
  for (const { id } of pass.tools) {
    if (checked === 0 && reasons.length > 0) report.skipped(id, reasons[0]!);
    else report.completed(id, { filesChecked: checked });
  }
}

function notKnown(ecosystem: Ecosystem | undefined, source: AdvisorySource): string | undefined {
  if (ecosystem === undefined) return 'the image says no release of Debian, Ubuntu or Alpine in os-release';
  return source.has(ecosystem.name)
    ? undefined
    : `no database of known holes of ${ecosystem.name}: assay advisories update --ecosystem ${ecosystem.name}`;
}

function judgeList(
  list: PackageList,
  staged: string,
  ecosystem: Ecosystem,
  { pass, report, source }: { pass: EnginePass; report: PassReporter; source: AdvisorySource },
): void {
  if (list.text === undefined)
    for (const { id } of pass.tools) report.unreadable(id, staged, `${list.path}: a list of ${list.kind} is not read`);
  for (const each of packagesIn(list))
    for (const hole of holesIn(source, ecosystem, each))
      for (const { id } of pass.tools) report.finding(id, { file: staged, place: list.path, ...told(hole, each) });
}

function told({ group, severity, mending }: Hole, { name, version, installed }: SystemPackage): RawFinding {
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
