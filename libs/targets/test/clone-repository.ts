import { type FetchOptions, type FetchedRepository, fetchRepository } from '../src/repository/fetch-repository';
import { type ReadRepository, readRepository } from '../src/repository/read-repository';
import type { VersionLimits } from '../src/repository/write-versions';
import { removeStaged } from '../src/staging/staged-tree';

export type CloneOptions = Omit<FetchOptions, 'history' | 'limits'> & {
  readonly limits: FetchOptions['limits'] & { readonly files: number };
  readonly history?: VersionLimits & { readonly commits: number };
};

export type ClonedRepository = Omit<FetchedRepository, 'historyUnavailable'> & ReadRepository;

/** Fetches a repository and reads it at once, in this process: for tests of what is fetched and read. */
export async function cloneRepository(options: CloneOptions): Promise<ClonedRepository> {
  const { historyUnavailable, ...fetched } = await fetchRepository(options);
  const { destination: folder, limits, history, signal = new AbortController().signal } = options;
  try {
    const read = await readRepository({
      ...fetched,
      folder,
      limits,
      signal,
      ...(history && { history: historyUnavailable === undefined ? history : { unavailable: historyUnavailable } }),
    });
    return { ...fetched, ...read };
  } catch (error) {
    await removeStaged(folder);
    throw error;
  }
}
