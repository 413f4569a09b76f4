import { join } from 'node:path';
import { EngineMissing, enginesFolder, exists, madeOnce } from './cache';
import { runProgram } from './run-program';

const RELEASE = 'v0.197.0';
const INSTALL = 'run npm run engines:install, or name an installed one in ASSAY_TEST_STRIPE_MOCK';

const built = (): string => join(enginesFolder(), `stripe-mock-${RELEASE}`, 'stripe-mock');

/**
 * Stripe's own mock of its interface, which checks every request against Stripe's description of it: the program that
 * ASSAY_TEST_STRIPE_MOCK names, or the one in the cache.
 *
 * @throws EngineMissing
 */
export async function stripeMock(): Promise<string> {
  const { ASSAY_TEST_STRIPE_MOCK: named } = process.env;
  if (named) return named;
  if (await exists(built())) return built();
  throw new EngineMissing(`there is no stripe-mock: ${INSTALL}`);
}

/** Builds it into the cache where {@link stripeMock} finds none. Needs Go. */
export async function installStripeMock(say: (line: string) => void): Promise<string> {
  if (process.env['ASSAY_TEST_STRIPE_MOCK'] || (await exists(built()))) return stripeMock();
  say(`stripe-mock: building ${RELEASE} with Go; some seconds`);
  await madeOnce(join(built(), '..'), async (into) => {
    await runProgram('go', ['install', `github.com/stripe/stripe-mock@${RELEASE}`], 'install Go 1.23 or later', {
      GOBIN: into,
    });
  });
  return built();
}
