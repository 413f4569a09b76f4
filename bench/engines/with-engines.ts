import { type Engines, startEngines } from '../../test/distributed/engines';

/** All three engines with their data below the folder, while they are used. */
export async function withEngines<Value>(folder: string, use: (engines: Engines) => Promise<Value>): Promise<Value> {
  const engines = await startEngines(folder);
  try {
    return await use(engines);
  } finally {
    await engines.close();
  }
}
