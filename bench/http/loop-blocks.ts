import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The longest time in which an event loop was blocked. */
export interface LoopBlocks {
  /** Milliseconds by the clock, which include other work of the machine. */
  readonly wallMs: number;
  /** Milliseconds of processor time of the thread with the loop; undefined if the system does not count them. */
  readonly cpuMs?: number;
}

export interface Blocks {
  /** The longest blocks since the last call. */
  taken(): LoopBlocks;
}

/** Milliseconds between two samples. A shorter block cannot be told from two tasks. */
const INTERVAL = 5;

/** Watches the loop of this process. */
export function watchBlocks(): Blocks {
  const delay = monitorEventLoopDelay({ resolution: INTERVAL });
  delay.enable();
  let longest = 0;
  let before = threadCpuMs();
  const look = () => {
    const now = threadCpuMs();
    if (now !== undefined && before !== undefined) longest = Math.max(longest, now - before);
    before = now;
  };
  // Timers run once in each turn of the loop: the processor time between two samples is that of one turn, or of several
  // that together took less than the interval.
  setInterval(look, INTERVAL).unref();
  return {
    taken() {
      look();
      const taken = { wallMs: delay.max / 1e6, ...(before !== undefined && { cpuMs: longest }) };
      delay.reset();
      longest = 0;
      return taken;
    },
  };
}

/** The processor time of the main thread. The first number of its statistics is in nanoseconds. */
function threadCpuMs(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
}
