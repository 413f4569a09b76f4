import { InfrastructureError, messageOf } from '@assay/kernel';
import { NativeConnection } from '@temporalio/worker';
import { setTimeout as pause } from 'node:timers/promises';
import pTimeout from 'p-timeout';

/** Milliseconds in which a server that is just starting, too, must answer. */
const START_PATIENCE = 30_000;
const BETWEEN_ATTEMPTS = 500;

/**
 * The connection on which a process's workers poll. It mends itself once it stands.
 * @throws InfrastructureError when the server does not answer for half a minute
 */
export async function connectWorker(address: string): Promise<NativeConnection> {
  const deadline = Date.now() + START_PATIENCE;
  for (;;) {
    try {
      return await NativeConnection.connect({ address });
    } catch (error) {
      if (Date.now() > deadline) throw unreachable(address, error);
      await pause(BETWEEN_ATTEMPTS);
    }
  }
}

/** What is made on a connection; where that fails the connection is closed, which would else keep the process. */
export async function onConnection<Value>(
  connection: NativeConnection,
  address: string,
  make: () => Promise<Value>,
): Promise<Value> {
  try {
    return await make();
  } catch (error) {
    await connection.close();
    throw unreachable(address, error);
  }
}

/**
 * Whether the server answers within so many milliseconds. The connection itself goes on trying beyond deadlines and
 * aborts.
 */
export async function pingServer(
  connection: NativeConnection,
  { address, namespace, within }: { readonly address: string; readonly namespace: string; readonly within: number },
): Promise<void> {
  try {
    const answer = connection.workflowService.describeNamespace({ namespace });
    await pTimeout(answer, { milliseconds: within, message: `no answer within ${within} ms` });
  } catch (error) {
    throw unreachable(address, error);
  }
}

const unreachable = (address: string, error: unknown) =>
  new InfrastructureError(`Temporal at ${address}: ${messageOf(error)}`, { cause: error });
