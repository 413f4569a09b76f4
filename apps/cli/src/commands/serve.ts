import { Command } from 'commander';
import { runService } from '@assay/runtime';
import { settingsWith } from '../settings';

interface ServeOptions {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
  readonly roles?: string;
}

export const serveCommand = (): Command =>
  new Command('serve')
    .option('--host <address>', 'the address to listen on (HOST, default 127.0.0.1)')
    .option('--port <number>', 'the port to listen on (PORT, default 3000)')
    .option(
      '--data-dir <directory>',
      'where the embedded stores and staged targets are (ASSAY_DATA_DIR, default ~/.assay)',
    )
    .option('--roles <list>', 'what this process does (ASSAY_ROLES, default api,projector,worker)')
    .addHelpText(
      'after',
      `
Roles:
  api        answers over HTTP
  projector  keeps the read models, reacts to events, resumes what is unfinished
  worker     stages targets and runs the engines
  They may run apart where they share engines: ASSAY_EVENT_STORE_URL (EventStoreDB), ASSAY_READ_MODEL_URL (MongoDB) and
  ASSAY_ORCHESTRATOR (Temporal). Give each worker an ASSAY_DATA_DIR of its own.

With ASSAY_ADMIN_PORT, each process has /health/live, /health/ready and /metrics on a port that clients do not reach.
SIGTERM and Ctrl-C end it cleanly within half a minute; a second one at once.`,
    )
    .action(({ host, port, dataDir, roles }: ServeOptions) =>
      runService(
        settingsWith({ HOST: host, PORT: port, ASSAY_DATA_DIR: dataDir, ASSAY_ROLES: roles }),
        (line) => void process.stdout.write(`${line}\n`),
      ),
    );
