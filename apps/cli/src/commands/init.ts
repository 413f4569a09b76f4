import { messageOf } from '@assay/kernel';
import { Command } from 'commander';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pc from 'picocolors';
import { CommandFailed } from '../exit-status';
import { configurationText } from '../init/configuration-text';
import { lookAt } from '../init/look-at';

interface InitOptions {
  readonly force?: boolean;
  readonly output?: string;
}

export const initCommand = (): Command =>
  new Command('init')
    .argument('[directory]', 'the repository to look at', '.')
    .option('-o, --output <file>', 'where the configuration is written. Default: assay.yml in the directory')
    .option('--force', 'overwrite a file that is there')
    .action(init);

async function init(directory: string, { force = false, output }: InitOptions): Promise<void> {
  await mustBeDirectory(directory);
  const file = output ?? join(directory, 'assay.yml');
  const text = configurationText(await lookAt(directory));
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandFailed(`${file} is there already: --force overwrites it, --output names another file`);
    throw new CommandFailed(`${file} cannot be written: ${messageOf(error)}`);
  }
  process.stdout.write(`${text}\n${pc.green('wrote')} ${file}\nnext: assay scan ${directory} --config ${file}\n`);
}

async function mustBeDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) throw new CommandFailed(`${directory} is not a directory`);
}
