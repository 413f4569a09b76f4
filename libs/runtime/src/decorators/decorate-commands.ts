import type { CommandBus } from '@nestjs/cqrs';

export type AroundCommand = (name: string, execute: () => Promise<unknown>) => Promise<unknown>;

/**
 * Something around each command of a bus. The bus itself is changed, for Nest has handed it to whoever asked for it by
 * the time that it can be reached.
 */
export function decorateCommands(bus: CommandBus, around: AroundCommand): void {
  const execute = bus.execute.bind(bus) as (command: object, ...rest: unknown[]) => Promise<unknown>;
  const decorated = (command: object, ...rest: unknown[]) =>
    around(command.constructor.name, () => execute(command, ...rest));
  bus.execute = decorated as CommandBus['execute'];
}
