import { processTree, unnamedMemory } from './process-tree';

/**
 * A quarter of a second. One core can fill 2 GB/s, so a process may exceed the limit by half a gigabyte before it is
 * noticed. A longer interval would allow more.
 */
const INTERVAL = 250;

/** Calls `exceeded` once if the process and its descendants together use more than `memoryMb` of memory. */
export function watchMemory(pid: number, memoryMb: number, exceeded: () => void): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const measure = async () => {
    const used = await memoryInUse(pid);
    if (stopped) return;
    if (used > memoryMb * 1024 * 1024) exceeded();
    else schedule();
  };
  const schedule = () => {
    // A measurement that fails is followed by the next one.
    timer = setTimeout(() => void measure().catch(schedule), INTERVAL);
    timer.unref();
  };
  schedule();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * The resident memory of the tree, and what its processes keep in files without a name beyond that. A mapped part of
 * such a file is resident, too, and is not counted twice.
 */
async function memoryInUse(pid: number): Promise<number> {
  const tree = await processTree(pid);
  const sum = (of: 'residentBytes' | 'sharedBytes') => tree.reduce((total, member) => total + member[of], 0);
  const unnamed = process.platform === 'linux' ? unnamedMemory(tree.map((member) => member.pid)) : 0;
  return sum('residentBytes') + Math.max(0, unnamed - sum('sharedBytes'));
}
