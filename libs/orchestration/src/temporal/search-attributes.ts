import { messageOf, type Log } from '@assay/kernel';
import { SEARCH_ATTRIBUTE } from '@assay/workflows';
import type { Connection } from '@temporalio/client';
import {
  type SearchAttributePair,
  SearchAttributeType,
  TypedSearchAttributes,
  defineSearchAttributeKey,
} from '@temporalio/common';
import type { SessionWorkflowInput } from '../orchestrator';
import {
  ALREADY_EXISTS,
  INVALID_ARGUMENT,
  PERMISSION_DENIED,
  UNAUTHENTICATED,
  UNIMPLEMENTED,
  grpcStatus,
} from './server-errors';

/** The number of the type Keyword in the server's protocol. */
const KEYWORD = 2;

/**
 * The answers of a namespace that accepts no further attributes, or of an operator service that this service may not
 * use. Sessions run without the attributes then.
 */
const REFUSALS = new Set<number | undefined>([INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED, UNIMPLEMENTED]);

/**
 * Registers the attributes that the namespace does not know yet. Returns whether sessions can be searched by them.
 * @throws the client's error while the server does not answer
 */
export async function registerSearchAttributes(
  { operatorService }: Connection,
  namespace: string,
  log: Log,
): Promise<boolean> {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    const missing = Object.values(SEARCH_ATTRIBUTE).filter((name) => !(name in (customAttributes ?? {})));
    if (missing.length === 0) return true;
    await operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map((name) => [name, KEYWORD])),
    });
    return true;
  } catch (error) {
    const status = grpcStatus(error);
    if (status === ALREADY_EXISTS) return true; // another process was faster
    if (!REFUSALS.has(status)) throw error;
    const names = Object.values(SEARCH_ATTRIBUTE).join(', ');
    log.warn(
      { err: error, namespace },
      `sessions cannot be searched for in Temporal: register the search attributes ${names} (type Keyword) ` +
        `there and start again (${messageOf(error)})`,
    );
    return false;
  }
}

export function searchAttributesOf({
  sessionId,
  summary: { organizationId, projectId, scanId },
}: SessionWorkflowInput): TypedSearchAttributes {
  const keyword = (name: string, value: string): SearchAttributePair => ({
    key: defineSearchAttributeKey(name, SearchAttributeType.KEYWORD),
    value,
  });
  return new TypedSearchAttributes([
    keyword(SEARCH_ATTRIBUTE.organization, organizationId),
    ...(projectId === null ? [] : [keyword(SEARCH_ATTRIBUTE.project, projectId)]),
    keyword(SEARCH_ATTRIBUTE.scan, scanId ?? sessionId),
    keyword(SEARCH_ATTRIBUTE.status, 'staging'),
  ]);
}
