import { openEventStoreDb } from '@assay/event-store';
import { join } from 'node:path';
import { startStandIn } from '../../../test/support/eventstoredb/server';
import { sessionUpcasts } from '../src';
import { storeCalls } from './store-calls';

// Two stand-ins on one file: one for the world, and one whose calls are those of the process alone.
storeCalls('EventStoreDB (stand-in)', async () => {
  const servers: { close(): Promise<void> }[] = [];
  const open = async (folder: string, calls: string[]) => {
    const server = await startStandIn({
      file: join(folder, 'stand-in.db'),
      onRead: (stream) => calls.push(stream === undefined ? 'readAll' : `readStream ${stream}`),
      beforeAppend: (stream, types) => void calls.push(`append ${stream} ${types.join(' ')}`),
    });
    servers.push(server);
    return openEventStoreDb({ url: server.url, deadlineMs: 30_000, upcasts: sessionUpcasts });
  };
  return {
    openStore: (folder) => open(folder, []),
    async counted(folder) {
      const calls: string[] = [];
      return { events: await open(folder, calls), calls };
    },
    close: async () => {
      for (const server of servers) await server.close();
    },
  };
});
