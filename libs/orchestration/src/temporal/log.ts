/** Where the adapter says what an operator must know; pino's loggers fit. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
