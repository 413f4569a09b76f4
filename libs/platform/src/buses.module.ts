import { type DynamicModule, Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type AsyncContext, CommandBus, CqrsModule, type ICommand, type IQuery, QueryBus } from '@nestjs/cqrs';

/** Runs around each command or query of a bus: before, after and instead of `next`. */
export type BusInterceptor = <Answer>(message: object, next: () => Promise<Answer>) => Promise<Answer>;

/** The interceptors of each bus, the outermost first. */
export interface BusInterceptors {
  readonly commands?: readonly BusInterceptor[];
  readonly queries?: readonly BusInterceptor[];
}

class InterceptedCommandBus extends CommandBus {
  constructor(
    moduleRef: ModuleRef,
    private readonly interceptors: readonly BusInterceptor[],
  ) {
    super(moduleRef);
  }

  override execute<Answer>(command: ICommand, context?: AsyncContext): Promise<Answer> {
    return intercepted(this.interceptors, command, () => super.execute<ICommand, Answer>(command, context));
  }
}

class InterceptedQueryBus extends QueryBus {
  constructor(
    moduleRef: ModuleRef,
    private readonly interceptors: readonly BusInterceptor[],
  ) {
    super(moduleRef);
  }

  override execute<Answer>(query: IQuery, context?: AsyncContext): Promise<Answer> {
    return intercepted(this.interceptors, query, () =>
      context ? super.execute<IQuery, Answer>(query, context) : super.execute<IQuery, Answer>(query),
    );
  }
}

const intercepted = <Answer>(
  interceptors: readonly BusInterceptor[],
  message: object,
  execute: () => Promise<Answer>,
): Promise<Answer> =>
  interceptors.reduceRight<() => Promise<Answer>>((next, interceptor) => () => interceptor(message, next), execute)();

/** The one command bus and the one query bus of a process, global, with their interceptors. */
@Module({})
export class BusesModule {
  static forRoot({ commands = [], queries = [] }: BusInterceptors = {}): DynamicModule {
    const cqrs = CqrsModule.forRoot();
    return {
      ...cqrs,
      // These take the place of the buses that CqrsModule provides, so that it registers the handlers on them.
      providers: [
        ...(cqrs.providers ?? []),
        {
          provide: CommandBus,
          useFactory: (moduleRef: ModuleRef) => new InterceptedCommandBus(moduleRef, commands),
          inject: [ModuleRef],
        },
        {
          provide: QueryBus,
          useFactory: (moduleRef: ModuleRef) => new InterceptedQueryBus(moduleRef, queries),
          inject: [ModuleRef],
        },
      ],
    };
  }
}
