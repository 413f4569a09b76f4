import { RefusedError } from '@assay/kernel';
import type { BusInterceptor } from '@assay/platform';
import { Histogram, type Registry } from 'prom-client';

export function meteredCommands(register: Registry): BusInterceptor {
  const duration = new Histogram({
    name: 'assay_command_duration_seconds',
    help: 'Commands by name and outcome: done, refused (a clear no) or failed.',
    labelNames: ['command', 'outcome'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [register],
  });
  return async (command, next) => {
    const end = duration.startTimer({ command: command.constructor.name });
    try {
      const answer = await next();
      end({ outcome: 'done' });
      return answer;
    } catch (error) {
      end({ outcome: error instanceof RefusedError ? 'refused' : 'failed' });
      throw error;
    }
  };
}
