import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EcosystemName, importAdvisories, openAdvisories } from '../../../libs/advisories/src';
import { holesOf } from '../../../libs/analysis/src/engines/advisories/known-holes';
import { READERS } from '../../../libs/analysis/src/engines/advisories/lockfiles';
import { findingsOfRecord } from '../../../libs/analysis/test/advisories-engine';
import { HOLE_LOCKFILES, type HoleLockfile } from '../../../libs/analysis/test/hole-lockfiles';
import { WRITTEN, holeShapes } from '../../../libs/analysis/test/hole-shapes';
import { MADE_UP_SYSTEMS, type MadeUpSystem, listOf } from '../../../libs/analysis/test/system-shapes';
import { systemClock } from '../../../libs/kernel/src';
import type { PackagesRecord } from '../../../libs/target-records/src';
import { loadImageArchive } from '../../../libs/targets/src/image/load-image-archive';
import { packagesRecord } from '../../../libs/targets/src/image/write-image-records';
import { tar } from '../../../test/support/archives/tar-writer';
import { buildImage, dockerArchive } from '../../../test/support/registry/image-builder';
import { isHelpAsked } from '../help';
import { measureLarge } from './large';
import { holesOfOsvScanner, writeDatabases } from './osv-scanner';

const HELP = `Usage: npm run bench:accuracy:packages -- [--large]

Which of the known holes of made-up lockfiles and of made-up images of Debian
and Alpine are told. It ends with 1 where Assay tells other holes than there are.

  --large   instead, how long it takes and how much memory it needs to look a
            lockfile of 5,000 packages up among 200,000 advisories

osv-scanner looks the same files up among the same advisories, without a
network, where it is on the PATH:
go install github.com/google/osv-scanner/v2/cmd/osv-scanner@v2.4.0
`;

interface Told {
  readonly name: string;
  readonly expected: readonly string[];
  readonly found: readonly string[];
  /** Undefined if osv-scanner is not on the PATH. */
  readonly others: readonly string[] | undefined;
}

const home = mkdtempSync(join(tmpdir(), 'assay-packages-'));
const databases = join(home, 'databases');
const ecosystems = Object.keys(WRITTEN) as EcosystemName[];

/** All documents by ecosystem, for osv-scanner in its zips, for Assay in one folder. */
async function bringAdvisories(): Promise<void> {
  const documents = new Map<string, readonly object[]>([
    ...ecosystems.map((each) => [each, holeShapes(each).flatMap((shape) => shape.documents)] as const),
    ...MADE_UP_SYSTEMS.map(({ ecosystem, shapes }) => [ecosystem, shapes.flatMap((each) => each.documents)] as const),
  ]);
  writeDatabases(join(home, 'zips'), documents);
  mkdirSync(join(home, 'osv'));
  for (const document of [...documents.values()].flat())
    writeFileSync(join(home, 'osv', `${(document as { id: string }).id}.json`), JSON.stringify(document));
  await importAdvisories({ path: join(home, 'osv'), folder: databases, clock: systemClock });
}

function ofLockfile({ kind, ecosystem, file, lockfile }: HoleLockfile): Told {
  const shapes = holeShapes(ecosystem);
  const text = lockfile(shapes.map(({ name, version }) => [name, version]));
  const folder = mkdtempSync(join(home, 'lockfile-'));
  writeFileSync(join(folder, file), text);
  const source = openAdvisories(databases);
  const reader = READERS.find(({ reads }) => reads(file, file))!;
  const plain = (hole: string) => hole.replace('+incompatible', '');
  const found = holesOf(reader.read(text), file, source).map(({ subject }) => plain(subject!));
  source.close();
  return {
    name: `${kind} of ${ecosystem}`,
    expected: shapes.flatMap(({ name, version, holes }) => holes.map((hole) => `${name}@${version} ${hole}`)),
    found,
    others: holesOfOsvScanner(['source', '-L', join(folder, file)], join(home, 'zips'))?.map(plain),
  };
}

/** A root file system as an image of one layer has it, saved as `docker save` writes it. */
async function ofImage(system: MadeUpSystem): Promise<Told> {
  const { ecosystem, release, list, shapes } = system;
  const layer = [
    { name: 'etc/os-release', content: release },
    { name: list.path, content: listOf(system) },
  ];
  const file = join(home, `${ecosystem}.tar`);
  writeFileSync(file, tar(...dockerArchive(buildImage({ layers: [layer], gzip: false }))));
  const image = await loadImageArchive({ file, destination: join(home, `image-${ecosystem}`) });
  const [record] = await packagesRecord(image, ecosystem);
  return {
    name: `image of ${ecosystem}`,
    expected: shapes.flatMap(({ holes }) => holes),
    found: await findingsOfRecord(record!.content as PackagesRecord, { advisories: databases, scratch: home }),
    others: holesOfOsvScanner(['image', '--archive', file], join(home, 'zips')),
  };
}

const beyond = (one: readonly string[], other: readonly string[]) => one.filter((each) => !other.includes(each));

function tell({ name, expected, found, others }: Told): boolean {
  const [missed, wrong] = [beyond(expected, found), beyond(found, expected)];
  const scanner =
    others === undefined
      ? 'osv-scanner is not on the PATH'
      : `osv-scanner ${others.length}, ${beyond(found, others).length} fewer and ${beyond(others, found).length} more`;
  console.log(`${name.padEnd(34)} ${expected.length} holes: told ${found.length}; ${scanner}`);
  for (const each of missed) console.log(`  missed: ${each}`);
  for (const each of wrong) console.log(`  wrong: ${each}`);
  for (const each of beyond(found, others ?? found)) console.log(`  osv-scanner does not tell: ${each}`);
  for (const each of beyond(others ?? found, found)) console.log(`  osv-scanner tells alone: ${each}`);
  return missed.length + wrong.length === 0;
}

async function main(): Promise<void> {
  try {
    await bringAdvisories();
    const told = HOLE_LOCKFILES.map(ofLockfile);
    for (const system of MADE_UP_SYSTEMS) told.push(await ofImage(system));
    if (!told.map(tell).every(Boolean)) process.exitCode = 1;
  } finally {
    rmSync(home, { recursive: true });
  }
}

if (!isHelpAsked(HELP)) void (process.argv.includes('--large') ? measureLarge() : main());
