import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface TreeMember {
  readonly pid: number;
  readonly residentBytes: number;
  /** The part of it that other processes may share. */
  readonly sharedBytes: number;
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
    const memory = memoryOf(current);
    if (memory) members.push({ pid: current, ...memory });
    for (const child of childrenOf(current)) {
      if (seen.has(child)) continue;
      seen.add(child);
      pending.push(child);
    }
  }
  return members;
}

function memoryOf(pid: number): Omit<TreeMember, 'pid'> | undefined {
  const status = read(`/proc/${pid}/status`);
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status ?? '')?.[1] ?? NaN) * 1024;
  const residentBytes = bytes('VmRSS');
  return Number.isNaN(residentBytes) ? undefined : { residentBytes, sharedBytes: bytes('RssShmem') || 0 };
}

/**
 * The memory in files without a name (memfd) that the processes hold open, in bytes. It belongs to no process's
 * resident memory unless it is mapped.
 */
export function unnamedMemory(pids: readonly number[]): number {
  const sizes = new Map<string, number>();
  for (const pid of pids)
    for (const descriptor of list(`/proc/${pid}/fd`, undefinedIfHidden)) {
      const path = `/proc/${pid}/fd/${descriptor}`;
      const size = sizeOfUnnamed(path);
      if (size) sizes.set(size.id, size.bytes);
    }
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function sizeOfUnnamed(path: string): { readonly id: string; readonly bytes: number } | undefined {
  try {
    if (!readlinkSync(path).startsWith('/memfd:')) return undefined;
    const { dev, ino, blocks } = statSync(path);
    return { id: `${dev}:${ino}`, bytes: blocks * 512 };
  } catch (error) {
    return undefinedIfHidden(error); // or if it has just been closed
  }
}

/** Any thread may have started a child. */
function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
}

function list(folder: string, onError = undefinedIfEnded): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    return onError(error) ?? [];
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

/** A process may hide its descriptors from other users. Its resident memory stays visible and must still be counted. */
function undefinedIfHidden(error: unknown): undefined {
  if (['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
  return undefinedIfEnded(error);
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
    if (tree.has(pid!)) members.push({ pid: pid!, residentBytes: kilobytes! * 1024, sharedBytes: 0 });
  return members;
}
