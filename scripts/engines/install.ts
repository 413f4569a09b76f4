import { EngineMissing, enginesFolder } from './cache';
import { installDockerRegistry } from './docker-registry';
import { installMongoWireServer } from './mongo-wire-server';
import { installStripeMock } from './stripe-mock';
import { installTemporalCli } from './temporal-cli';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm run engines:install`: what the tests on real engines need and this machine lacks. What the environment names is
 * not installed.
 */
async function main(): Promise<void> {
  const { ASSAY_TEST_TEMPORAL_ADDRESS: temporal, ASSAY_TEST_MONGODB_URL: mongo } = process.env;
  say(`Engines for the tests are kept in ${enginesFolder()}`);
  say(temporal ? 'Temporal: the server of ASSAY_TEST_TEMPORAL_ADDRESS' : `Temporal: ${await installTemporalCli(say)}`);
  if (mongo) say('MongoDB: the server of ASSAY_TEST_MONGODB_URL');
  else await installMongoWireServer(say).then(() => say('MongoDB wire protocol: installed'));
  say(`Container registry: ${await installDockerRegistry(say)}`);
  say(`stripe-mock: ${await installStripeMock(say)}`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof EngineMissing ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
});
