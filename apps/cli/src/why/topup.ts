import { type TopupEvent, topupStream, topupWords } from '@assay/billing';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { CommandFailed } from '../exit-status';
import { onlyOrganization, organizationIds } from '../only-organization';
import { EVENTS_SHOWN, type Explanation, type ToldEvent } from './told-events';
import { topicCommand } from './topic';

export const whyTopup = (): Command =>
  topicCommand({
    name: 'topup',
    description: 'why an automatic top-up ran, was declined, or does not run now',
    argument: ['[id]', 'of a top-up (top_…) or an organization (default: the only one)'],
    explain: async (id, app, { all = false }) =>
      id.startsWith('top_') ? ofTopup(id, app) : ofOrganization(id === '' ? await onlyOrganization(app) : id, app, all),
  });

async function ofOrganization(
  organizationId: string,
  app: INestApplicationContext,
  all: boolean,
): Promise<Explanation> {
  const told = await decisions(organizationId, app);
  const answer = told.at(-1)?.text ?? `Automatic top-ups were never set for ${organizationId}.`;
  const events = all ? told : told.slice(-EVENTS_SHOWN);
  return {
    answer,
    events: events.map(({ at, type, text }) => ({ at, type, text })),
    earlier: told.length - events.length,
  };
}

async function ofTopup(topupId: string, app: INestApplicationContext): Promise<Explanation> {
  for (const organizationId of await organizationIds(app)) {
    const told = (await decisions(organizationId, app)).filter((each) => each.topupId === topupId);
    if (told.length > 0)
      return { answer: told.at(-1)!.text, events: told.map(({ at, type, text }) => ({ at, type, text })) };
  }
  throw new CommandFailed(`this store has no top-up ${topupId}`);
}

async function decisions(
  organizationId: string,
  app: INestApplicationContext,
): Promise<(ToldEvent & { readonly topupId: string | undefined })[]> {
  const told: (ToldEvent & { readonly topupId: string | undefined })[] = [];
  const events = app.get<EventStore>(EVENT_STORE).readStream<TopupEvent>(topupStream(organizationId));
  for await (const event of events) {
    const { type, data } = event;
    const topupId = 'topupId' in data ? data.topupId : undefined;
    told.push({ at: data.at, type, text: topupWords(event), topupId });
  }
  return told;
}
