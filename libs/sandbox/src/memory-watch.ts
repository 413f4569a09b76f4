import { processTree } from './process-tree';

/**
 * A quarter of a second. One core can fill 2 GB/s, so a process may exceed the limit by half a gigabyte before it is
 * noticed. A longer interval would allow more.
 */
const INTERVAL = 250;

/** Calls `exceeded` once if the process and its descendants together use more than `memoryMb` of resident memory. */
export function watchMemory(pid: number, memoryMb: number, exceeded: () => void): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const measure = async () => {
    const resident = (await processTree(pid)).reduce((sum, member) => sum + member.residentBytes, 0);
    if (stopped) return;
    if (resident > memoryMb * 1024 * 1024) exceeded();
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
