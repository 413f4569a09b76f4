import { Command } from 'commander';
import { version } from '../../../package.json';
import { COMMANDS } from './commands';

/**
 * The `assay` command. Usage errors end it with status 3.
 *
 * A command brings the service with it, some 1,700 modules. Only the one that the arguments name is loaded, so that
 * `--help`, `--version` and a misspelt command answer at once.
 *
 * @param args without the program's own name
 */
export function createProgram(args: readonly string[]): Command {
  const named = args.find((word) => !word.startsWith('-') && word !== 'help');
  const program = new Command('assay')
    .description('Code analysis with an honest bill.')
    .version(version)
    .showHelpAfterError('(assay --help lists the commands)')
    .configureHelp({ sortSubcommands: false, subcommandTerm: (command) => command.name() })
    .exitOverride()
    .addHelpText(
      'after',
      `
Exit status:
  0  pass
  1  the gate failed
  2  inconclusive: the result lacks tools, or a gate had nothing to look at
  3  usage or set-up error, or the result could not be written
  4  not covered: no tool knows a considerable part of the code

Examples:
  assay scan . --fail-on high        fail on high and critical findings
  assay scan . --json > result.json  the whole result as one JSON document
  assay serve                        the HTTP API on 127.0.0.1:3000
  assay doctor                       what is configured and protected here

assay <command> --help says more about a command.
`,
    );
  for (const { name, description, load } of COMMANDS) {
    const command = name === named ? load() : new Command(name);
    program.addCommand(inherit(command.description(description)));
  }
  return program;
}

/** Subcommands throw their usage errors too, instead of ending the process with a status of their own. */
function inherit(command: Command, of = 'assay'): Command {
  const name = `${of} ${command.name()}`;
  command.exitOverride().showHelpAfterError(`(${name} --help says more)`);
  for (const sub of command.commands) inherit(sub, name);
  return command;
}
