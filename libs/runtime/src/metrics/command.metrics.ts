import { RefusedError } from '@assay/kernel';
import type { CommandBus } from '@nestjs/cqrs';
import { Histogram, type Registry } from 'prom-client';
import { decorateCommands } from '../decorators/decorate-commands';

export function meteredCommands(register: Registry): (bus: CommandBus) => void {
  const duration = new Histogram({
    name: 'assay_command_duration_seconds',
    help: 'Commands by name and outcome: done, refused (a clear no) or failed.',
    labelNames: ['command', 'outcome'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [register],
  });
  return (bus) =>
    decorateCommands(bus, async (command, execute) => {
      const end = duration.startTimer({ command });
      try {
        const result = await execute();
        end({ outcome: 'done' });
        return result;
      } catch (error) {
        end({ outcome: error instanceof RefusedError ? 'refused' : 'failed' });
        throw error;
      }
    });
}
