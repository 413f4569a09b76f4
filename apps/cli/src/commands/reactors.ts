import { isEmbedded, openReadModelStore } from '@assay/platform';
import { type ReadModelStore, type SetAsideReaction, SetAsideReactions } from '@assay/read-models';
import { counted, type Settings } from '@assay/kernel';
import { Command } from 'commander';
import { CommandFailed } from '../exit-status';
import { printableLine } from '../output/printable';
import { bareTable } from '../output/table-style';
import { settingsWith } from '../settings';

interface ReactorsOptions {
  readonly json?: boolean;
  readonly dataDir?: string;
}

export const reactorsCommand = (): Command =>
  new Command('reactors')
    .addCommand(
      new Command('list')
        .description('list them, the oldest first; a running service may go on')
        .option('--json', 'as JSON, with the events')
        .option('--data-dir <directory>', 'where the embedded stores are')
        .action(list),
    )
    .addCommand(
      new Command('retry')
        .description('have them tried again: one, those of a reactor, or all')
        .argument('[which]', 'a reactor, or <reactor>/<position> as the list names it')
        .option('--data-dir <directory>', 'where the embedded stores are')
        .action(retry),
    )
    .addHelpText(
      'after',
      `
A reactor acts on what was recorded: it starts workflows, refunds, deletes. An event that it cannot handle is set aside
after eight attempts, so that it holds up no other; while a server or a disk is away nothing is set aside. Each start of
the service tries once more what was set aside. On servers a running service does so within half a minute of a retry.`,
    );

const nameOf = ({ reactor, position }: SetAsideReaction): string => `${reactor}/${position}`;

async function list({ json, dataDir }: ReactorsOptions): Promise<void> {
  const settings = settingsWith({ ASSAY_DATA_DIR: dataDir });
  await withStore(settings, true, async (store) => {
    const reactions = await SetAsideReactions.listed(store);
    if (json) return void process.stdout.write(`${JSON.stringify(reactions, null, 2)}\n`);
    if (reactions.length === 0) return void process.stdout.write('No event is set aside.\n');
    const table = bareTable(['Reaction', 'Event', 'Stream', 'Attempts', 'Tried', 'What was wrong']);
    for (const reaction of reactions) {
      const { event, attempts, triedAt, error } = reaction;
      table.push([nameOf(reaction), event.type, event.stream, attempts, triedAt, printableLine(error)]);
    }
    process.stdout.write(`${table.toString()}\n`);
  });
}

async function retry(which: string | undefined, { dataDir }: ReactorsOptions): Promise<void> {
  const settings = settingsWith({ ASSAY_DATA_DIR: dataDir });
  await withStore(settings, false, async (store) => {
    const isMeant = (reaction: SetAsideReaction) =>
      which === undefined || which === reaction.reactor || which === nameOf(reaction);
    const asked = await SetAsideReactions.request(store, isMeant);
    if (asked === 0 && which !== undefined)
      throw new CommandFailed(`no event is set aside as ${which}: assay reactors list names what there is`);
    const when = isEmbedded(settings.readModelUrl)
      ? 'when the service starts'
      : 'within half a minute, where a projector runs';
    process.stdout.write(
      asked === 0 ? 'No event is set aside.\n' : `${counted(asked, 'event')} will be tried again ${when}.\n`,
    );
  });
}

async function withStore(
  settings: Settings,
  readOnly: boolean,
  work: (store: ReadModelStore) => Promise<void>,
): Promise<void> {
  const store = await openReadModelStore(settings, { readOnly });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}
