import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The longest time in which a loop answered nobody. */
export interface LoopBlocks {
  /** Milliseconds by the clock: what others do on the machine counts, too. */
  readonly wallMs: number;
  /** Milliseconds of processor time of the thread with the loop; undefined if the system does not count them. */
  readonly cpuMs?: number;
}

export interface Blocks {
  /** Since the last call. */
  taken(): LoopBlocks;
}

/** Milliseconds between two looks. A block that is shorter cannot be told from two tasks. */
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
  // Timers run once in each turn of the loop: the processor time between two looks is that of a turn, or of turns
  // that took less than the interval together.
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

/** What the main thread alone took. The first number of its statistics is in nanoseconds. */
function threadCpuMs(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
}
