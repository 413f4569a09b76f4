import type { ToolDefinition } from '@assay/analysis';
import { targetKindOf } from '../targets/describe-target';
import type { ToolCatalogue } from '../tool-catalogue';
import type { OpenSession } from './session-log';

/**
 * Whether a tool that the session was not asked for may need a suppression of that name. A session of a few tools or
 * categories cannot judge suppressions for the others.
 */
export function mayBeNeededElsewhere(
  session: Pick<OpenSession, 'started'>,
  { tools }: Pick<ToolCatalogue, 'tools'>,
): (names: string) => boolean {
  const planned = new Set(session.started.tools.map(({ id }) => id));
  const kind = targetKindOf(session.started.target);
  const unrequested = tools.filter(
    // Suppressions exist only in sources.
    ({ id, targets, reads = 'source' }) => !planned.has(id) && targets.includes(kind) && reads === 'source',
  );
  return (names) => unrequested.some((tool) => names === '*' || isOf(tool, names));
}

const isOf = ({ id, rules }: ToolDefinition, names: string): boolean =>
  names === id || names.startsWith(`${id}/`) || Object.hasOwn(rules, names);
