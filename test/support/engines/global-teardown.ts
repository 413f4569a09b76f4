import { engines } from './global-setup';

export default async function stopEngines(): Promise<void> {
  await Promise.all((engines.startedEngines ?? []).map((server) => server.stop()));
}
