import type { INestApplicationContext, Type } from '@nestjs/common';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';

/**
 * Every instance of a bus. Nest makes one for each way in which its module is imported (`CqrsModule` and what its
 * `forRoot` gives), registers all handlers on each, and hands out now this one, now that.
 */
export const busesOf = <Bus extends CommandBus | QueryBus>(
  app: INestApplicationContext,
  bus: Type<Bus>,
): ReadonlySet<Bus> => new Set(app.get<Bus>(bus, { each: true, strict: false }));
