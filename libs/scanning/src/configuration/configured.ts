import type { SessionDecisions } from '../domain/session-decisions';
import type { ScanConfiguration } from './configuration';
import { decisionsOf } from './decisions';

/** The choices that both a request and a configuration can make. */
interface Choices {
  readonly categories?: readonly string[];
  readonly tools?: readonly string[];
  readonly excludeTools?: readonly string[];
  readonly history?: boolean;
  readonly decisions?: SessionDecisions;
}

/**
 * The choices of a request, with those of a configuration for everything that the request leaves open. A request that
 * names tools or categories replaces all of the configuration's choices of tools.
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
