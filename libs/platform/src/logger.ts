import pino, { type Logger } from 'pino';

/** The injection token of the process's logger. */
export const LOGGER = Symbol('Logger');

/** Structured lines on standard error: standard output belongs to what a command prints. Keys never reach the log. */
export const createLogger = (level: string): Logger =>
  pino({ level, redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'key'] }, pino.destination({ dest: 2, sync: true }));
