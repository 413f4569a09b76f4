import { CreateApiKey, PERMISSIONS } from '@assay/identity';
import { CommandBus } from '@nestjs/cqrs';
import { Command, Option } from 'commander';
import { startLocalAdministration } from '../administration';

interface KeyOptions {
  readonly org: string;
  readonly name: string;
  readonly preset: 'read_only' | 'execute' | 'full_access';
  readonly permission?: string[];
  readonly expiresAt?: string;
  readonly dataDir?: string;
}

export const keyCommand = (): Command =>
  new Command('key').addCommand(
    new Command('create')
      .description('create an API key and print it, this one time')
      .requiredOption('--org <id>', 'the organization')
      .option('--name <name>', 'what it is for', 'created by assay key create')
      .addOption(
        new Option('--preset <preset>', 'what it may do')
          .choices(['read_only', 'execute', 'full_access'])
          .default('full_access'),
      )
      .addOption(new Option('--permission <permission...>', 'exactly these instead of a preset').choices(PERMISSIONS))
      .option('--expires-at <time>', 'when it stops working (ISO 8601)')
      .option('--data-dir <directory>', 'where the embedded stores are')
      .action(async ({ org, name, preset, permission, expiresAt, dataDir }: KeyOptions) => {
        const administration = await startLocalAdministration(dataDir);
        try {
          const { key } = await administration.app.get(CommandBus).execute(
            new CreateApiKey({
              organizationId: org,
              name,
              ...(permission ? { permissions: permission } : { preset }),
              expiresAt: expiresAt ?? null,
              grantedBy: 'operator',
            }),
          );
          process.stdout.write(`${key}\n`);
        } finally {
          await administration.close();
        }
      }),
  );
