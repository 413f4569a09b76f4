import { processTree } from './process-tree';

/**
 * A quarter second: at the 2 GB/s that one core can fill, half a gigabyte over the cap at worst; less often than this,
 * more.
 */
const INTERVAL = 250;

/** Calls `exceeded` once when the process and its descendants together hold more than `memoryMb` of resident memory. */
export function watchMemory(pid: number, memoryMb: number, exceeded: () => void): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async () => {
    const resident = (await processTree(pid)).reduce((sum, member) => sum + member.residentBytes, 0);
    if (stopped) return;
    if (resident > memoryMb * 1024 * 1024) exceeded();
    else schedule();
  };
  const schedule = () => {
    // one failed look at the process list is followed by the next
    timer = setTimeout(() => void look().catch(schedule), INTERVAL);
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
