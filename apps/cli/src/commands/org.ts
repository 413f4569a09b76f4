import { CreateOrganization, TIERS } from '@assay/identity';
import { CommandBus } from '@nestjs/cqrs';
import { Command, Option } from 'commander';
import { startLocalAdministration } from '../administration';

export const orgCommand = (): Command =>
  new Command('org').description('administer the organizations of a store; the service must be stopped').addCommand(
    new Command('create')
      .description('create an organization')
      .argument('<name>', 'its name')
      .addOption(new Option('--tier <tier>', 'what it may use').choices(Object.keys(TIERS)).default('free'))
      .option('--data-dir <directory>', 'where the embedded stores are')
      .action(async (name: string, { tier, dataDir }: { tier: keyof typeof TIERS; dataDir?: string }) => {
        const administration = await startLocalAdministration(dataDir);
        try {
          const { organizationId } = await administration.app
            .get(CommandBus)
            .execute(new CreateOrganization({ name, tier }));
          process.stdout.write(`${organizationId}\n`);
          process.stderr.write(
            `Created on the ${TIERS[tier].name} tier. Give it a key: assay key create --org ${organizationId}\n`,
          );
        } finally {
          await administration.close();
        }
      }),
  );
