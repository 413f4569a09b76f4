import { organizationDocuments } from '@assay/identity';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandFailed } from './exit-status';

/**
 * @param how several are told apart
 * @throws CommandFailed if the store has none, or several
 */
export async function onlyOrganization(app: INestApplicationContext, how = 'name one'): Promise<string> {
  const readModels = app.get<ReadModels>(READ_MODELS);
  const organizations = (await readModels.collection(organizationDocuments).find({ limit: 50 })).map(
    ({ document }) => document,
  );
  const [only, ...others] = organizations;
  if (!only) throw new CommandFailed('the store has no organization yet');
  if (others.length > 0)
    throw new CommandFailed(
      `the store has several organizations; ${how}: ` +
        `${organizations.map(({ organizationId, name }) => `${organizationId} (${name})`).join(', ')}`,
    );
  return only.organizationId;
}

export const organizationIds = async (app: INestApplicationContext): Promise<string[]> =>
  (await app.get<ReadModels>(READ_MODELS).collection(organizationDocuments).find()).map(({ id }) => id);
