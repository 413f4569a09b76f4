import { Command } from 'commander';
import pc from 'picocolors';
import { listen } from '../../../api/src/http-app';
import { startHttpService } from '../../../api/src/service';
import { BootstrapOrganization } from '@assay/identity';
import { CommandBus } from '@nestjs/cqrs';
import type { Settings } from '@assay/kernel';
import { CommandFailed } from '../exit-status';
import { settingsWith } from '../settings';
import { untilStopped } from '../until-stopped';

export const serveCommand = (): Command =>
  new Command('serve')
    .description('run the service: HTTP API, projections and sessions in one process')
    .option('--host <address>', 'the address to listen on (HOST, default 127.0.0.1)')
    .option('--port <number>', 'the port to listen on (PORT, default 3000)')
    .option('--data-dir <directory>', 'where the embedded stores are (ASSAY_DATA_DIR, default ~/.assay)')
    .action(async ({ host, port, dataDir }: { host?: string; port?: string; dataDir?: string }) => {
      const settings = settingsWith({ HOST: host, PORT: port, ASSAY_DATA_DIR: dataDir });
      // From the first moment: a signal that comes while the service starts ends it as cleanly as a later one.
      const stopped = untilStopped();
      const service = await startHttpService(settings);
      try {
        const url = await listen(service.app, settings).catch((error: unknown) => cannotListen(error, settings));
        // Not before it listens: the key is shown this once, and must not be lost with a start that fails.
        const first = await service.app.get(CommandBus).execute(new BootstrapOrganization({ name: 'My organization', tier: settings.bootstrapTier }));
        const print = (line: string) => process.stdout.write(`${line}\n`);
        print(`${pc.bold('Assay')} listens on ${pc.cyan(url)}  (documentation: ${url}/docs)`);
        print(`Data: ${settings.dataDir}   Directories that may be analysed: ${settings.directoryRoots.join(', ')}`);
        if (first.created) {
          print('');
          print(`This is a new store. Organization ${first.organizationId} (${settings.bootstrapTier}) was created, with a Full Access key, shown this once:`);
          print('');
          print(`  ${pc.green(first.key)}`);
          print('');
          print(`  curl -H "Authorization: Bearer ${first.key}" ${url}/api/billing/status`);
        }
        const signal = await stopped;
        print(`${signal}: finishing what is being answered; running sessions go on at the next start`);
      } finally {
        await service.close();
      }
    });

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there: stop it, or choose another port with --port',
  EACCES: 'this user may not listen there: choose a port from 1024 with --port',
  EADDRNOTAVAIL: 'this machine has no such address: choose another with --host',
  ENOTFOUND: 'there is no such address: choose another with --host',
};

function cannotListen(error: unknown, { host, port }: Settings): never {
  const why = WHY[(error as NodeJS.ErrnoException).code ?? ''];
  if (why === undefined) throw error;
  throw new CommandFailed(`cannot listen on ${host}:${port}: ${why}`);
}
