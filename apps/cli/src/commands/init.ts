import { InvalidPriceList, counted, messageOf, readPriceList } from '@assay/kernel';
import { Command, Option } from 'commander';
import { constants, lstat, mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pc from 'picocolors';
import { version } from '../../../../package.json';
import { CommandFailed } from '../exit-status';
import { type AssayUsed, PLACEHOLDER, assayUsed, ciFile } from '../init/ci-file';
import { configurationText } from '../init/configuration-text';
import { lookAt } from '../init/look-at';
import { proposedQuote, proposedTools, quoteText } from '../init/proposal';
import { type BuildServer, remoteOf } from '../init/remote-host';
import { settingsWith } from '../settings';

interface InitOptions {
  readonly force?: boolean;
  readonly output?: string;
  /** True: of the host that the remote names. */
  readonly ci?: BuildServer | true;
  readonly yes?: boolean;
  readonly assay?: string;
}

export const initCommand = (): Command =>
  new Command('init')
    .argument('[directory]', 'the repository to look at', '.')
    .option('-o, --output <file>', 'where the configuration is written. Default: assay.yml in the directory')
    .option('--force', 'overwrite a configuration that is there')
    .addOption(
      new Option('--ci [server]', 'write what the build server reads, too. Default: that of the remote').choices([
        'github',
        'gitlab',
      ]),
    )
    .option('-y, --yes', 'write all that is proposed')
    .option('--assay <repository>', 'which Assay the build server uses: owner/assay@tag')
    .action(init);

async function init(directory: string, options: InitOptions): Promise<void> {
  await mustBeDirectory(directory);
  const used = usedBy(options);
  const looked = await lookAt(directory);
  const tools = proposedTools(looked.paths);
  const file = options.output ?? join(directory, 'assay.yml');
  const text = configurationText(looked, tools);
  // A person may name a link; a repository may not.
  const replacing = constants.O_TRUNC | (options.output === undefined ? constants.O_NOFOLLOW : 0);
  const isNew = await written(file, text, options.force ? replacing : constants.O_EXCL);
  say(text);
  say(isNew ? `${pc.green('wrote')} ${file}` : `${file} is there already and stays: --force overwrites it`);
  say(`${counted(tools.length, 'tool')} with something to look at here: assay tools <id> says more about one.`);
  say(quoteText(looked, proposedQuote(looked, tools, pricesOf())));
  await proposeCi(directory, options, used);
  say(`next: assay scan ${directory} --config ${file}`);
}

/** The file for a build server is shown, and written only where somebody asks for it. */
async function proposeCi(directory: string, { ci, yes }: InitOptions, used: AssayUsed | undefined): Promise<void> {
  const remote = await remoteOf(directory);
  const server = typeof ci === 'string' ? ci : remote?.server;
  if (server === undefined) {
    const which = remote ? `Whose build server ${remote.host} has, its name does not say` : 'There is no remote here';
    if (ci || yes) throw new CommandFailed(`${which}: --ci github or --ci gitlab says what to write`);
    return say(`${which}: --ci github or --ci gitlab writes what the build server reads (docs/ci.md).`);
  }
  const { path, text } = ciFile(server, used ?? PLACEHOLDER);
  const file = join(directory, path);
  if (!ci && !yes) {
    say(`\n${pc.dim(`# ${path}, as it is proposed for the build server:`)}\n${text}`);
    return say(`assay init --ci --assay <owner>/assay@<tag> writes ${path}.`);
  }
  if (used === undefined)
    throw new CommandFailed(`${path} must name the Assay that the build server uses: --assay <owner>/assay@<tag>`);
  await makeFolders(directory, dirname(path));
  const isNew = await written(file, text, constants.O_EXCL);
  say(isNew ? `${pc.green('wrote')} ${file}` : `${file} is there already and stays. This belongs into it:\n\n${text}`);
}

function usedBy({ assay }: InitOptions): AssayUsed | undefined {
  if (assay === undefined) return undefined;
  const used = assayUsed(assay, version);
  if (!used) throw new CommandFailed(`--assay ${assay} is no repository with a tag, such as owner/assay@v${version}`);
  return used;
}

function pricesOf() {
  try {
    return readPriceList(settingsWith().pricesFile).prices;
  } catch (error) {
    if (error instanceof InvalidPriceList) throw new CommandFailed(error.message);
    throw error;
  }
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** @returns false if one is there, which stays */
async function written(file: string, text: string, flags: number): Promise<boolean> {
  try {
    const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | flags, 0o666);
    await handle.writeFile(text).finally(() => handle.close());
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code === 'ELOOP') throw new CommandFailed(`${file} is a symbolic link, which is not followed`);
    throw new CommandFailed(`${file} cannot be written: ${messageOf(error)}`);
  }
}

/** No link that a repository holds leads elsewhere. */
async function makeFolders(root: string, path: string): Promise<void> {
  let folder = root;
  for (const name of path.split('/').filter((each) => each !== '.')) {
    folder = join(folder, name);
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new CommandFailed(`${folder} cannot be made: ${messageOf(error)}`);
    });
    if (!(await lstat(folder)).isDirectory()) throw new CommandFailed(`${folder} is no folder`);
  }
}

async function mustBeDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) throw new CommandFailed(`${directory} is not a directory`);
}
