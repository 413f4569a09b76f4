import { processTree } from './process-tree';

/**
 * Ends a process and all its descendants. They are listed first: without a process namespace, a descendant that started
 * its own session is in no group of the process. If the listing fails, the process alone is ended.
 */
export async function killTree(pid: number): Promise<void> {
  const tree = await processTree(pid).catch(() => []);
  kill(pid);
  for (const member of tree) if (member.pid !== pid) kill(member.pid);
}

/** @param pid of a process; of a group if it is negative */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // macOS answers EPERM for a group that has only zombies left.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
