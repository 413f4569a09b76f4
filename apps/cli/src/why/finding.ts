import { GetFinding, GetFindingHistory, findingMemberDocuments } from '@assay/findings';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { GetScanLine } from '@assay/scanning';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Command } from 'commander';
import { CommandFailed } from '../exit-status';
import { EVENTS_SHOWN, type Explanation } from './told-events';
import { topicCommand } from './topic';

export const whyFinding = (): Command =>
  topicCommand({
    name: 'finding',
    description: 'what scans and people said of a finding, from first sight to now',
    argument: ['<id>', 'of a finding (fnd_…), as the API and reports name it'],
    explain: async (id, app, { all = false }) => explained(id, app, all),
  });

async function explained(findingId: string, app: INestApplicationContext, all: boolean): Promise<Explanation> {
  const member = await app.get<ReadModels>(READ_MODELS).collection(findingMemberDocuments).get(findingId);
  if (!member) throw new CommandFailed(`this store has no finding ${findingId}`);
  const { organizationId, scanId } = member.document;
  const queries = app.get(QueryBus);
  const { title, tool, rule, severity, status, file, line } = await queries.execute(
    new GetFinding({ organizationId, findingId }),
  );
  const of = { organizationId, findingId, ...(await queries.execute(new GetScanLine({ organizationId, scanId }))) };
  const { total } = await queries.execute(new GetFindingHistory({ ...of, limit: 0, offset: 0 }));
  const earlier = all ? 0 : Math.max(0, total - EVENTS_SHOWN);
  const { entries } = await queries.execute(new GetFindingHistory({ ...of, limit: total, offset: earlier }));
  const place = file === null ? 'the target as a whole' : line === null ? file : `${file}:${line}`;
  return {
    answer: `${title} (${tool}, ${rule}) is of ${severity} severity and ${status}, in ${place} of the scan ${scanId}.`,
    events: entries.map(({ at, kind, scanId: said, text }) => ({
      at,
      type: kind,
      text: said === null ? text : `${text} (${said})`,
    })),
    earlier,
  };
}
