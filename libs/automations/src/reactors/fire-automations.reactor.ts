import type { Reactor } from '@assay/read-models';
import type { AutomationTriggered } from '../domain/firing';
import type { Firings } from '../firing/firings';

/**
 * Leads each firing on to its scan. The command that fires does so, too, to tell the caller at once; this makes sure of
 * it. A firing that is over costs one read of a few facts.
 */
export const fireAutomations = (firings: Firings): Reactor<AutomationTriggered> => ({
  name: 'fire-automations',
  handles: { AutomationTriggered: true },
  react: ({ data }) => firings.advance(data.historyId),
});
