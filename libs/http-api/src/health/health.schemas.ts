import { type Schema, count, exactly, listOf, object, oneOf, text } from '../openapi/schema';

const check = object({ status: oneOf(['up', 'down']), reason: text }, ['reason']);

export const healthSchemas: Readonly<Record<string, Schema>> = {
  Alive: object({ status: exactly('ok') }),
  Health: object({
    status: oneOf(['ok', 'unavailable', 'starting', 'draining']),
    checks: object({ eventStore: check, readModels: check, projections: check, orchestrator: check, worker: check }, [
      'orchestrator',
      'worker',
    ]),
    projections: listOf(
      object({ name: text, version: count, position: count, lag: count, state: text, error: text }, ['lag', 'error']),
    ),
  }),
};
