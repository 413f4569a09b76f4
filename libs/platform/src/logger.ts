import pino, { type Logger } from 'pino';
import { errorInLog } from './error-in-log';
import { type Tracing, noTracing } from './tracing';

/** The injection token of the process's logger. */
export const LOGGER = Symbol('Logger');

/** Logs structured lines to standard error, because standard output is for the output of commands. Keys are removed. */
export const createLogger = (level: string, tracing: Pick<Tracing, 'ids'> = noTracing): Logger =>
  pino(
    {
      level,
      serializers: { error: errorInLog, err: errorInLog },
      redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'key'],
      mixin: () => tracing.ids(),
    },
    pino.destination({ dest: 2, sync: true }),
  );
