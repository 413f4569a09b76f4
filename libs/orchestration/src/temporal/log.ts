/** The log in which the adapter tells operators what they must know. Loggers of pino have this shape. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
