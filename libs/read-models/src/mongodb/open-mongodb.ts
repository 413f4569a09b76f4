import { InfrastructureError } from '@assay/kernel';
import type { ReadModelStore } from '../read-model-store';

/** Opens a MongoDB database by its connection string. */
export async function openMongoReadModelStore({ url }: { readonly url: string }): Promise<ReadModelStore> {
  throw new InfrastructureError(`${new URL(url).protocol} is not supported yet`);
}
