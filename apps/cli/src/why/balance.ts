import { Audit, LedgerHistory, ledgerWords, ledgerOfStream } from '@assay/billing';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Command } from 'commander';
import { onlyOrganization } from '../only-organization';
import { EVENTS_SHOWN, type Explanation, type ToldEvent } from './told-events';
import { topicCommand } from './topic';

export const whyBalance = (): Command =>
  topicCommand({
    name: 'balance',
    description: 'how the balance of an organization came about: the entries of its newest month',
    argument: ['[organization]', 'the id of the organization (default: the only one)'],
    explain: async (id, app, { all = false }) => explained(id === '' ? await onlyOrganization(app) : id, app, all),
  });

async function explained(organizationId: string, app: INestApplicationContext, all: boolean): Promise<Explanation> {
  const { asOf, balance, recordedBalance, unopenedMonths } = await app
    .get(QueryBus)
    .execute(new Audit({ organizationId, limit: 1 }));
  let [events, earlier, stream]: [ToldEvent[], number, string] = [[], 0, ''];
  for await (const item of app.get(LedgerHistory).entries(organizationId)) {
    if (!all && item.stream !== stream) [events, earlier] = [[], earlier + events.length];
    ({ stream } = item);
    events.push({ at: item.entry.data.at, type: item.entry.type, text: `${ledgerWords(item.entry)}` });
    if (all || events.length <= EVENTS_SHOWN) continue;
    events.shift();
    earlier += 1;
  }
  const opened = unopenedMonths.length === 0 ? '' : `; ${recordedBalance} before ${unopenedMonths.join(', ')} opens`;
  const month = stream === '' ? '' : ` Its newest month is ${ledgerOfStream(stream).period}.`;
  return { answer: `${organizationId} has ${balance} credits at ${asOf}${opened}.${month}`, events, earlier };
}
