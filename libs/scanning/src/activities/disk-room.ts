import type { ActivityContext } from '@assay/orchestration';
import { pause } from '@assay/kernel';
import { mkdir, statfs } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;
/** Milliseconds between two checks of the disk. */
const INTERVAL = 5_000;

export interface Disk {
  /** The bytes that this process may still write to the disk of a folder. */
  free(folder: string): Promise<number>;
  /** Waits until the next check, or until the signal aborts. */
  pass(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const thisMachine: Disk = {
  async free(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  pass: pause,
};

/**
 * Keeps a part of the disk free. Staged targets are on the same disk as the embedded stores, and a store that cannot
 * write stops the service for everybody.
 */
export class DiskRoom {
  /**
   * @param folder where targets are staged
   * @param floorMb megabytes that stay free; 0 for none
   */
  constructor(
    private readonly folder: string,
    private readonly floorMb: number,
    private readonly disk: Disk = thisMachine,
  ) {}

  /**
   * Waits until the disk has room for another target.
   * @param tell called with the reason at each check that finds no room
   * @throws the signal's reason, what `tell` throws
   */
  async wait(
    { signal, heartbeat }: Pick<ActivityContext, 'signal' | 'heartbeat'>,
    tell: (reason: string) => Promise<unknown>,
  ): Promise<void> {
    while (this.floorMb > 0 && (await this.disk.free(this.folder)) < this.floorMb * MEGABYTE) {
      signal.throwIfAborted();
      const reason =
        `the disk of the worker has less than ${this.floorMb.toLocaleString('en')} MB free: ` +
        'the target waits until there is room (its operator sets ASSAY_FREE_DISK_MB)';
      await tell(reason);
      heartbeat({ waitsFor: reason });
      await this.disk.pass(INTERVAL, signal);
    }
    signal.throwIfAborted();
  }
}
