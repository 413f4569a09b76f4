import { InfrastructureError, messageOf } from '@assay/kernel';
import { NativeConnection } from '@temporalio/worker';
import { setTimeout as pause } from 'node:timers/promises';
import pTimeout from 'p-timeout';

/** Milliseconds in which the server must answer. This is enough for a server that is just starting. */
const START_PATIENCE = 30_000;
const BETWEEN_ATTEMPTS = 500;

/**
 * The connection on which the workers of a process poll. After the first success, it repairs itself.
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

/** Makes something on a connection. If that fails, it closes the connection, which would otherwise keep the process. */
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
 * Whether the server answers within a number of milliseconds. The connection itself continues to try after deadlines
 * and aborts.
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
