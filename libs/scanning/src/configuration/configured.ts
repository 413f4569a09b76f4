import type { SessionDecisions } from '../domain/session-decisions';
import type { ScanConfiguration } from './configuration';
import { decisionsOf } from './decisions';

/** What can be said of a session by anybody who asks for it, and by a configuration. */
interface Choices {
  readonly categories?: readonly string[];
  readonly tools?: readonly string[];
  readonly excludeTools?: readonly string[];
  readonly history?: boolean;
  readonly decisions?: SessionDecisions;
}

/**
 * The choices of a request; of what it does not say, those of a configuration. Who names tools or categories wants
 * those, whatever the configuration says of tools.
 */
export function configured(request: Choices, configuration: ScanConfiguration): Choices {
  const isNarrowed = request.tools !== undefined || request.categories !== undefined;
  const { categories, tools: { only, except } = {} }: ScanConfiguration = isNarrowed ? {} : configuration;
  const chosen = {
    categories: request.categories ?? categories,
    tools: request.tools ?? only,
    excludeTools: request.excludeTools ?? except,
    history: request.history ?? configuration.history,
    decisions: { ...decisionsOf(configuration), ...request.decisions },
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
}
