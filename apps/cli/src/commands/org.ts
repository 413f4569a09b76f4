import {
  AddUpgrades,
  FIRST_PRIORITY,
  GRANTED_KINDS,
  GrantCredits,
  type GrantedKind,
  LAST_PRIORITY,
  PRIORITY,
} from '@assay/billing';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { ChangeOrganizationTier, CreateOrganization } from '@assay/identity';
import { PRICE_LIST, type PriceList, TIER_IDS, type TierId, formatCredits, fromCredits } from '@assay/kernel';
import { CommandBus } from '@nestjs/cqrs';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { randomUUID } from 'node:crypto';
import { startLocalAdministration } from '../administration';
import { rootsWithoutOwner } from '../doctor-roots';
import { wholeNumber } from '../options';
import { settingsWith } from '../settings';

interface GrantOptions {
  readonly reason: string;
  readonly expires?: string;
  readonly kind: GrantedKind;
  readonly priority?: number;
  readonly id: string;
  readonly dataDir?: string;
}

export const orgCommand = (): Command =>
  new Command('org').addCommand(createCommand()).addCommand(tierCommand()).addCommand(grantCommand());

const createCommand = (): Command =>
  new Command('create')
    .description('create an organization and print its id')
    .argument('<name>', 'its name')
    .addOption(new Option('--tier <tier>', 'what it may use').choices(TIER_IDS).default('free'))
    .option('--data-dir <directory>', 'where the embedded stores are')
    .action((name: string, { tier, dataDir }: { tier: TierId; dataDir?: string }) =>
      administer(dataDir, async ({ commands, events, list }) => {
        const { organizationId } = await commands.execute(new CreateOrganization({ name, tier }));
        process.stdout.write(`${organizationId}\n`);
        process.stderr.write(
          `Created on the ${list.tiers[tier].name} tier. Give it a key: assay key create --org ${organizationId}\n`,
        );
        for (const root of await rootsWithoutOwner(settingsWith({ ASSAY_DATA_DIR: dataDir }), events))
          process.stderr.write(`Note: ${root}\n`);
      }),
    );

const tierCommand = (): Command =>
  new Command('tier')
    .description('move an organization to another tier: to a larger one at once, to a smaller one next month')
    .argument('<org>', 'its id')
    .addArgument(new Argument('<tier>', 'the new tier; the one that it has keeps it').choices(TIER_IDS))
    .option('--data-dir <directory>', 'where the embedded stores are')
    .action((organizationId: string, tier: TierId, { dataDir }: { dataDir?: string }) =>
      administer(dataDir, async ({ commands, list }) => {
        const { position, comingTier } = await commands.execute(new ChangeOrganizationTier({ organizationId, tier }));
        const { name } = list.tiers[tier];
        const isNew = position !== undefined;
        if (comingTier !== undefined)
          process.stdout.write(
            `${organizationId} ${isNew ? 'moves' : 'moves already'} to the ${name} tier on ${comingTier.from}\n`,
          );
        else process.stdout.write(`${organizationId} ${isNew ? 'is now' : 'is already'} on the ${name} tier\n`);
        const { newBalance } = await commands.execute(new AddUpgrades({ organizationId }));
        process.stdout.write(`${organizationId} has ${formatCredits(newBalance)} credits\n`);
      }),
    );

const grantCommand = (): Command =>
  new Command('grant')
    .description('give an organization credits and print its new balance')
    .argument('<org>', 'its id')
    .argument('<credits>', 'how many, with at most 6 decimal places', creditsOf)
    .requiredOption('--reason <text>', 'what its credit history says')
    .addOption(
      new Option('--kind <kind>', 'purchased ones pay what is owed, promotional ones are spent first among equals')
        .choices(GRANTED_KINDS)
        .default('promotional'),
    )
    .option(
      '--expires <when>',
      'the last month in which they can be spent, such as 2026-12, or when they lapse, such as 2026-12-15T12:00:00Z ' +
        '(default: never)',
    )
    .option(
      '--priority <number>',
      '0 to 100: lower ones are spent first (default: 50, as all other credits)',
      wholeNumber({ min: FIRST_PRIORITY, max: LAST_PRIORITY, default: PRIORITY }),
    )
    .option('--id <id>', 'names the grant: repeated within its month under the same id, it is given once', randomUUID())
    .option('--data-dir <directory>', 'where the embedded stores are')
    .action((organizationId: string, amount: ReturnType<typeof creditsOf>, options: GrantOptions) =>
      administer(options.dataDir, async ({ commands }) => {
        const { id: grantId, reason, kind, expires = null, priority } = options;
        const grant = new GrantCredits({
          organizationId,
          grantId,
          amount,
          reason,
          kind,
          expires,
          ...(priority !== undefined && { priority }),
        });
        const { newBalance } = await commands.execute(grant);
        process.stdout.write(`${organizationId} has ${formatCredits(newBalance)} credits\n`);
      }),
    );

interface Administered {
  readonly commands: CommandBus;
  readonly events: EventStore;
  readonly list: PriceList;
}

async function administer(
  dataDir: string | undefined,
  work: (administered: Administered) => Promise<void>,
): Promise<void> {
  const administration = await startLocalAdministration(dataDir);
  try {
    await work({
      commands: administration.app.get(CommandBus),
      events: administration.app.get<EventStore>(EVENT_STORE),
      list: administration.app.get<PriceList>(PRICE_LIST),
    });
  } finally {
    await administration.close();
  }
}

function creditsOf(text: string) {
  try {
    return fromCredits(text);
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}
