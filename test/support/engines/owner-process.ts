import { startMongoWireServer } from './mongo-wire-server';

/** Starts a server, tells where it listens and waits to be killed. */
async function main(): Promise<void> {
  const { url } = await startMongoWireServer({ memory: true });
  process.send?.(url);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
