import type { Reactor } from '@assay/read-models';
import type { AutomationTriggered } from '../domain/firing';
import type { Firings } from '../firing/firings';

/**
 * Advances each firing to its scan. The command that fires does so, too, to answer the caller at once; the reactor
 * makes sure of it. A firing that is over costs one read of a few facts.
 */
export const fireAutomations = (firings: Firings): Reactor<AutomationTriggered> => ({
  name: 'fire-automations',
  handles: { AutomationTriggered: true },
  react: ({ data }) => firings.advance(data.historyId),
});
