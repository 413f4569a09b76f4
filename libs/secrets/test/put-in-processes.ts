import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Puts {
  readonly folder: string;
  readonly keyFile: string;
  readonly name: string;
  /** For each organization, one process stores `secret of <organization>`. */
  readonly organizations: readonly string[];
}

/** Starts all processes, waits until each is ready, and then starts their work together. */
export async function putInProcesses({ organizations, ...puts }: Puts): Promise<void> {
  const children = organizations.map((organizationId) =>
    fork(join(__dirname, 'put-process.ts'), [JSON.stringify({ ...puts, organizationId })], {
      execArgv: ['-r', join(__dirname, '../../../test/support/compile-typescript.cjs')],
    }),
  );
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    const ended = children.map(exitOf);
    for (const child of children) child.send('begin');
    expect(await Promise.all(ended)).toEqual(organizations.map(() => 0));
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];
