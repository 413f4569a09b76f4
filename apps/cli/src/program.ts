import { Command } from 'commander';
import { version } from '../../../package.json';
import { auditCommand } from './commands/audit';
import { doctorCommand } from './commands/doctor';
import { keyCommand } from './commands/key';
import { orgCommand } from './commands/org';
import { rebuildCommand } from './commands/rebuild';
import { scanCommand } from './commands/scan';
import { serveCommand } from './commands/serve';
import { toolsCommand } from './commands/tools';

/** The `assay` command. Usage errors end it with status 3. */
export function createProgram(): Command {
  const program = new Command('assay')
    .description('Code analysis with an honest bill.')
    .version(version)
    .showHelpAfterError('(assay --help lists the commands)')
    .configureHelp({ sortSubcommands: false })
    .exitOverride()
    .addHelpText(
      'after',
      `
Exit status: 0 pass, 1 the gate failed, 2 inconclusive because tools are missing, 3 usage or set-up error.

Examples:
  assay scan . --fail-on high        analyse this directory, fail on high and critical findings
  assay scan . --json > result.json  the same as one JSON document
  assay serve                        the HTTP API on 127.0.0.1:3000
  assay doctor                       what is configured, installed and protected here`,
    );
  for (const command of [
    scanCommand(),
    serveCommand(),
    toolsCommand(),
    auditCommand(),
    rebuildCommand(),
    orgCommand(),
    keyCommand(),
    doctorCommand(),
  ])
    program.addCommand(inherit(command));
  return program;
}

/** Subcommands throw their usage errors too, instead of ending the process with a status of their own. */
function inherit(command: Command): Command {
  command.exitOverride().showHelpAfterError(`(assay ${command.name()} --help says more)`);
  for (const sub of command.commands) inherit(sub);
  return command;
}
