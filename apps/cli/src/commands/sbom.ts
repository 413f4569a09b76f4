import { catalogue } from '@assay/analysis';
import { counted } from '@assay/kernel';
import { INCLUSIONS, type Inclusion, TOOL_TIMEOUT } from '@assay/scanning';
import { Command, InvalidArgumentError, Option } from 'commander';
import { basename, resolve } from 'node:path';
import { version } from '../../../../package.json';
import { CommandFailed, EXIT } from '../exit-status';
import { interruptible } from '../interruption';
import { type LocalScanResult, scanLocally } from '../local-scan';
import { progressOn, silent } from '../output/live-progress';
import { refuseUnwritable } from '../output/outputs';
import { writeReport } from '../output/write-report';
import { list, warnUnprotected, wholeNumber } from '../options';
import { cyclonedx } from '../sbom/cyclonedx';
import { type DocumentFacts, serialOf } from '../sbom/documents';
import { type Inventory, InventoryBuilder } from '../sbom/inventory';
import { spdx } from '../sbom/spdx';
import { TARGET_FORMS } from '../scan-target';

const FORMS: Readonly<Record<string, (inventory: Inventory, facts: DocumentFacts) => string>> = { cyclonedx, spdx };

interface SbomOptions {
  readonly format: string;
  readonly output?: string;
  readonly include?: readonly Inclusion[];
  readonly timestamp?: Date;
  readonly serialNumber?: string;
  readonly quiet?: boolean;
  readonly timeout: number;
}

/** The tools that read lists of packages. */
const LISTING: ReadonlySet<string> = new Set(['vulnerable-dependencies', 'vulnerable-system-packages']);

export const sbomCommand = (): Command =>
  new Command('sbom')
    .argument('[target]', TARGET_FORMS, '.')
    .addOption(
      new Option('--format <form>', 'CycloneDX 1.6 or SPDX 2.3, as JSON')
        .choices(Object.keys(FORMS))
        .default('cyclonedx'),
    )
    .option('-o, --output <file>', 'write the document to this file')
    .addOption(list('--include <roles>', 'also lists in files that are left out of scans', [...INCLUSIONS]))
    .addOption(
      new Option(
        '--timestamp <instant>',
        'the time that the document says. Default: SOURCE_DATE_EPOCH, or now',
      ).argParser(instant),
    )
    .addOption(
      new Option('--serial-number <uuid>', 'the number of the document. Default: made of what it lists').argParser(
        uuid,
      ),
    )
    .addOption(
      new Option('--timeout <ms>', 'milliseconds that reading may take')
        .default(TOOL_TIMEOUT.default)
        .argParser(wholeNumber(TOOL_TIMEOUT)),
    )
    .option('-q, --quiet', 'no progress')
    .addHelpText(
      'after',
      `
Packages are those of lockfiles and, in images, of dpkg and apk: with the place that names
each, what brings it in, and its licence where the list says it. Nothing is asked of anybody.

Exit status:
  0  every list was read
  2  a list could not be read: the document says which, and lacks its packages
  3  usage or set-up error, or the document could not be written
`,
    )
    .action(sbom);

async function sbom(target: string, options: SbomOptions): Promise<void> {
  if (options.output !== undefined) await refuseUnwritable(options.output);
  const builder = new InventoryBuilder();
  const progress = options.quiet ? silent : progressOn(process.stderr);
  const timestamp = options.timestamp ?? sourceDate(process.env['SOURCE_DATE_EPOCH']) ?? new Date();
  const result = await interruptible('nothing was kept', async (signal) => {
    try {
      const scanned = await scanLocally({
        target,
        signal,
        timeout: options.timeout,
        maxConcurrent: 2,
        history: false,
        withSnippets: false,
        withFixes: false,
        withTraces: false,
        excludeTools: catalogue.map(({ id }) => id).filter((id) => !LISTING.has(id)),
        ...(options.include && { include: options.include }),
        onPackages: (part) => builder.add(part),
        onUnprotected: warnUnprotected,
        onChange: (document) => progress.update(document),
      });
      signal.throwIfAborted();
      return scanned;
    } finally {
      progress.stop();
    }
  });
  if (result.session.error) throw new CommandFailed(result.session.error.message);
  const inventory = builder.build();
  const name = nameOf(target, result);
  const unread = unreadIn(result);
  const facts: DocumentFacts = {
    name,
    assay: version,
    timestamp,
    serial: options.serialNumber ?? serialOf(name, inventory),
    unread,
  };
  await writeReport([FORMS[options.format]!(inventory, facts)], options.output);
  if (!options.quiet) tell(inventory, unread);
  if (unread.length > 0) process.exitCode = EXIT.inconclusive;
}

function tell({ components, lists, leftOut }: Inventory, unread: DocumentFacts['unread']): void {
  const lines = [
    `${counted(components.length, 'package')} of ${counted(lists.length, 'list')}`,
    ...leftOut.map(({ list: at, reason }) => `${at}: ${reason}`),
    ...unread.map(({ file, reason }) => `not read: ${file}: ${reason}`),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** Files that no list was read of, and tools that did not come to their end. */
function unreadIn({ session }: LocalScanResult): DocumentFacts['unread'] {
  return Object.values(session.toolReports).flatMap(({ toolName, status, result }) => {
    const files = result?.unreadable ?? [];
    const more = (result?.unreadableTotal ?? files.length) - files.length;
    const rest = more > 0 ? [{ file: toolName, reason: `${counted(more, 'more file')} not read` }] : [];
    const ended = status === 'failed' ? [{ file: toolName, reason: result?.reason ?? 'it failed' }] : [];
    return [...files, ...rest, ...ended];
  });
}

/** A directory's own name says more than where it is. */
const nameOf = (target: string, { session }: LocalScanResult): string =>
  session.target.kind === 'directory' ? basename(resolve(target)) || 'target' : target;

function instant(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('it must be an instant such as 2026-01-31T12:00:00Z');
  return time;
}

function uuid(text: string): string {
  const plain = text.replace(/^urn:uuid:/, '').toLowerCase();
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(plain)) throw new InvalidArgumentError('it must be a UUID');
  return plain;
}

/** As reproducible builds give it: seconds since 1970. @throws CommandFailed */
function sourceDate(text: string | undefined): Date | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,12}$/.test(text)) throw new CommandFailed('SOURCE_DATE_EPOCH must be a number of seconds');
  return new Date(Number(text) * 1_000);
}
