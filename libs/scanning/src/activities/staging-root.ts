import { EventStoreLocked, lockForWriting } from '@assay/event-store';
import { InfrastructureError, messageOf } from '@assay/kernel';
import { mkdir, realpath } from 'node:fs/promises';

/** Another process has the folder. Two processes would remove copies that the other one is making. */
export class StagingRootLocked extends Error {
  constructor(
    readonly root: string,
    options?: ErrorOptions,
  ) {
    super(
      `${root} is in use by another process: stop it, or give this worker a data directory of its own (ASSAY_DATA_DIR)`,
      options,
    );
    this.name = 'StagingRootLocked';
  }
}

interface Holding {
  users: number;
  readonly taken: Promise<() => void>;
}

const held = new Map<string, Holding>();

/**
 * Locks a staging root for this process, which may lock it several times. The lock is a file beside the folder, which
 * the operating system frees when the process ends for any reason.
 * @param begin runs at the first lock of this process only
 * @returns a function that frees the lock
 * @throws StagingRootLocked
 */
export async function takeStagingRoot(folder: string, begin: () => Promise<void>): Promise<() => void> {
  const root = await madeReal(folder);
  const holding = held.get(root) ?? { users: 0, taken: take(root, begin) };
  held.set(root, holding);
  holding.users += 1;
  const giveBack = () => {
    holding.users -= 1;
    if (holding.users === 0 && held.get(root) === holding) held.delete(root);
    return holding.users === 0;
  };
  try {
    const unlock = await holding.taken;
    return () => {
      if (giveBack()) unlock();
    };
  } catch (error) {
    giveBack();
    throw error;
  }
}

async function take(root: string, begin: () => Promise<void>): Promise<() => void> {
  const unlock = lock(root);
  try {
    await begin();
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

function lock(root: string): () => void {
  try {
    return lockForWriting(root);
  } catch (error) {
    throw error instanceof EventStoreLocked ? new StagingRootLocked(root, { cause: error }) : error;
  }
}

/** Two names of one folder must give the same lock. */
async function madeReal(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await realpath(folder);
  } catch (error) {
    throw new InfrastructureError(`cannot make ${folder}: ${messageOf(error)}`, { cause: error });
  }
}
