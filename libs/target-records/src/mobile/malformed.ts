/**
 * A file is not in the format that it claims, or is larger than any real build would make it. The message tells a user
 * what is wrong.
 */
export class Malformed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Malformed';
  }
}

/** Node's codes for reading a buffer beyond its end. */
const BEYOND_THE_END = new Set(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS']);

/** Runs a decoder. If it reads beyond the end of the bytes, they are malformed. @throws Malformed */
export function decoding<Value>(what: string, decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    if (BEYOND_THE_END.has((error as NodeJS.ErrnoException).code ?? '')) throw new Malformed(`${what} ends too early`);
    throw error;
  }
}
