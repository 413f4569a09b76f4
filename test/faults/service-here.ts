import '../support/nest-under-jest';
import { readSettings } from '@assay/kernel';
import { listen } from '../../libs/http-api/src/http-app';
import { startHttpService } from '../../libs/runtime/src/service';
import { type ServiceOptions, settingsFor } from './service-under-test';

/**
 * The service on what another process left behind, in the process of the tests: nothing will kill this one, and loading
 * its modules takes longer than all it has to do.
 */
export async function startHere(
  options: Pick<ServiceOptions, 'dataDir' | 'roots'>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const settings = readSettings(settingsFor(options));
  const service = await startHttpService(settings);
  return { url: await listen(service.app, settings), stop: () => service.close() };
}
