import { text } from 'node:stream/consumers';
import { writeResult } from '../../../../libs/sandbox-child/src';
import type { Attempts } from './attempt';
import { devices, readingFiles, writingFiles } from './files';
import { network } from './network';
import { kernel, memory, otherProcesses, rights } from './processes';
import type { Surroundings } from './surroundings';

/** The outcome of an attempt. */
export interface Outcome {
  readonly group: string;
  readonly name: string;
  /** The result of the attempt; undefined if it was refused or had no result. */
  readonly got?: string;
  /** The error that stopped it. */
  readonly refused?: string;
}

const GROUPS: Readonly<Record<string, Attempts>> = {
  'files of others': readingFiles,
  writing: writingFiles,
  'devices and settings': devices,
  processes: otherProcesses,
  network,
  kernel,
  memory,
  rights,
};

/** Runs inside the sandbox: makes each attempt, one after the other, and reports the outcomes. */
async function main(): Promise<void> {
  const around = JSON.parse(await text(process.stdin)) as Surroundings;
  for (const [group, attempts] of Object.entries(GROUPS))
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        const got = await attempt(around);
        writeResult({
          group,
          name,
          ...(got ? { got: String(got) } : { refused: 'nothing to be had' }),
        } satisfies Outcome);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        writeResult({ group, name, refused: code ?? message } satisfies Outcome);
      }
    }
  process.exit();
}

void main();
