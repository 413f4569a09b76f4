import { messageOf } from '@assay/kernel';
import { ConfigurationInvalid, type ScanConfiguration, readConfiguration } from '@assay/scanning';
import { readFile } from 'node:fs/promises';
import { CommandFailed } from './exit-status';

/** @throws CommandFailed if the file cannot be read, or with every problem in it */
export async function configurationIn(file: string): Promise<ScanConfiguration> {
  try {
    return readConfiguration(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof ConfigurationInvalid) throw new CommandFailed(error.message);
    const isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR';
    const what = isFolder ? 'it is a folder, and --config takes a file' : messageOf(error);
    throw new CommandFailed(`${file} cannot be read: ${what}. assay init writes one`);
  }
}
