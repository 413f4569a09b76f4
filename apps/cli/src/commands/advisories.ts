import {
  type DatabaseFacts,
  ECOSYSTEM_NAMES,
  type EcosystemName,
  ImportRefused,
  type Imported,
  importAdvisories,
  openAdvisories,
} from '@assay/advisories';
import { counted, messageOf, systemClock } from '@assay/kernel';
import { Command } from 'commander';
import { resolve } from 'node:path';
import pc from 'picocolors';
import { bringAdvisories, guardOf } from '../advisories/bring-advisories';
import { CommandFailed } from '../exit-status';
import { interruptible } from '../interruption';
import { list } from '../options';
import { settingsWith } from '../settings';

interface Options {
  readonly dataDir?: string;
  readonly ecosystem?: readonly EcosystemName[];
  readonly json?: boolean;
}

const DATA_DIR = ['--data-dir <directory>', 'where the embedded stores are'] as const;

/** The registries of languages. Those of systems are large, and needed for images only. */
const BROUGHT: readonly EcosystemName[] = ['npm', 'PyPI', 'crates.io', 'Go', 'Maven', 'Packagist', 'RubyGems', 'NuGet'];

export const advisoriesCommand = (): Command =>
  new Command('advisories')
    .addCommand(
      new Command('update')
        .description(`bring the newest advisories, whole: of ${BROUGHT.join(', ')} where none is named`)
        .addOption(list('--ecosystem <names>', 'only these', ECOSYSTEM_NAMES))
        .option(...DATA_DIR)
        .action(update),
    )
    .addCommand(
      new Command('import')
        .description('make databases of advisories that are here, each in the place of the one of its ecosystem')
        .argument('<file|directory>', 'a document in the format OSV, a zip of them, or a folder of both')
        .addOption(list('--ecosystem <names>', 'only these', ECOSYSTEM_NAMES))
        .option(...DATA_DIR)
        .action(importFrom),
    )
    .addCommand(
      new Command('list')
        .description('which databases there are, how new they are, and where they came from')
        .option('--json', 'as JSON')
        .option(...DATA_DIR)
        .action(listDatabases),
    );

async function update({ dataDir, ecosystem: named }: Options): Promise<void> {
  const settings = settingsWith({ ASSAY_DATA_DIR: dataDir });
  const { advisoriesDir: folder, advisoriesUrl: address } = settings;
  const guard = guardOf(settings);
  const failed: string[] = [];
  await interruptible('the earlier databases stay', async (signal) => {
    for (const ecosystem of named ?? BROUGHT) {
      const onProgress = (words: string) => showProgress(`${ecosystem}: ${words}`);
      try {
        const imported = await bringAdvisories({
          ecosystem,
          address,
          folder,
          guard,
          clock: systemClock,
          signal,
          onProgress,
        });
        endProgress();
        process.stdout.write(importedText(imported));
      } catch (error) {
        endProgress();
        signal.throwIfAborted();
        failed.push(`${ecosystem}: ${messageOf(error)}`);
      }
    }
  });
  if (failed.length > 0)
    throw new CommandFailed(`${failed.join('\n')}\nWhat was there of ${counted(failed.length, 'ecosystem')} stays.`);
}

async function importFrom(path: string, { dataDir, ecosystem: ecosystems }: Options): Promise<void> {
  const { advisoriesDir: folder } = settingsWith({ ASSAY_DATA_DIR: dataDir });
  try {
    const imported = await importAdvisories({
      path: resolve(path),
      folder,
      clock: systemClock,
      ...(ecosystems && { ecosystems }),
      onProgress: (documents) => showProgress(`${documents} advisories`),
    });
    endProgress();
    process.stdout.write(importedText(imported));
  } catch (error) {
    endProgress();
    throw error instanceof ImportRefused ? new CommandFailed(error.message) : error;
  }
}

function listDatabases({ dataDir, json }: Options): void {
  const { advisoriesDir } = settingsWith({ ASSAY_DATA_DIR: dataDir });
  const source = openAdvisories(advisoriesDir);
  const databases = source.databases();
  source.close();
  if (json) process.stdout.write(`${JSON.stringify(databases, null, 2)}\n`);
  else if (databases.length === 0)
    process.stdout.write(`${advisoriesDir} has no database yet: assay advisories update brings them\n`);
  else for (const each of databases) process.stdout.write(`${databaseText(each)}\n  ${each.source}\n`);
}

const databaseText = ({ ecosystem, version, advisories, packages, made }: DatabaseFacts): string =>
  `${pc.bold(ecosystem)} ${version}: ${advisories} ${advisories === 1 ? 'advisory' : 'advisories'} ` +
  `of ${counted(packages, 'package')}, made ${made}`;

function importedText({
  databases,
  documents,
  withdrawn,
  withoutPackage,
  unreadable,
  unreadableCount,
}: Imported): string {
  const rest = [
    counted(documents, 'document'),
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : []),
    ...(withoutPackage > 0 ? [`${withoutPackage} without a package of these ecosystems`] : []),
    ...(unreadableCount > 0 ? [`${unreadableCount} not readable`] : []),
  ];
  return [
    ...databases.map((each) => `${pc.green('✓')} ${databaseText(each)}`),
    `  ${rest.join(', ')}`,
    ...unreadable.map((problem) => `  ${pc.yellow('not read:')} ${problem}`),
    '',
  ].join('\n');
}

let shown = false;

function showProgress(words: string): void {
  if (!process.stderr.isTTY) return;
  shown = true;
  process.stderr.write(`\r\u001b[K${words} `);
}

function endProgress(): void {
  if (shown) process.stderr.write('\r\u001b[K');
  shown = false;
}
