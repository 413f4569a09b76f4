import { runningService } from '../support/running-service';
import { pushesSuite } from './pushes.suite';

pushesSuite('in one process', async (settings) => {
  const service = await runningService({ settings });
  const { key } = await service.tenant('pro');
  return { url: service.url, key, close: () => service.close() };
});
