import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface TreeMember {
  readonly pid: number;
  readonly residentBytes: number;
}

/**
 * Lists a process and all its living descendants, with their resident memory. Memory that processes share counts for
 * each of them. The list is empty if the process has ended.
 */
export async function processTree(pid: number): Promise<readonly TreeMember[]> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** The reads are synchronous: /proc answers from memory, and a tree has only a few processes. */
function fromProc(pid: number): TreeMember[] {
  const members: TreeMember[] = [];
  const pending = [pid];
  const seen = new Set(pending);
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    const resident = residentBytes(current);
    if (resident !== undefined) members.push({ pid: current, residentBytes: resident });
    for (const child of childrenOf(current)) {
      if (seen.has(child)) continue;
      seen.add(child);
      pending.push(child);
    }
  }
  return members;
}

function residentBytes(pid: number): number | undefined {
  const status = read(`/proc/${pid}/status`);
  const kilobytes = status === undefined ? undefined : /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Any thread may have started a child. */
function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    return undefinedIfEnded(error) ?? [];
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    return undefinedIfEnded(error);
  }
}

/** A process may end between two reads. Its errors become undefined, and any other error is thrown. */
function undefinedIfEnded(error: unknown): undefined {
  if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
  throw error;
}

async function fromPs(root: number): Promise<TreeMember[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss='], { maxBuffer: 16 * 1024 * 1024 });
  const rows = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length === 3);
  const members: TreeMember[] = [];
  const tree = new Set([root]);
  for (let grown = -1; grown !== tree.size; ) {
    grown = tree.size;
    for (const [pid, parent] of rows) if (tree.has(parent!)) tree.add(pid!);
  }
  for (const [pid, , kilobytes] of rows)
    if (tree.has(pid!)) members.push({ pid: pid!, residentBytes: kilobytes! * 1024 });
  return members;
}
