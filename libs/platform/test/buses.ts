import type { CommandBus, QueryBus } from '@nestjs/cqrs';

/** A bus on which one function carries out each command. */
export const commandBusOf = (execute: (command: never) => unknown): CommandBus =>
  ({ execute }) as unknown as CommandBus;

/** A bus on which one function answers each query. */
export const queryBusOf = (execute: (query: never) => unknown): QueryBus => ({ execute }) as unknown as QueryBus;
