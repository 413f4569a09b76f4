/**
 * Bytes that are not what they claim to be, or more than anybody would build. The message says what is wrong, for a
 * user.
 */
export class Malformed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Malformed';
  }
}

/** How Node says that a buffer is read beyond its end. */
const BEYOND_THE_END = new Set(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS']);

/** Runs a decoder; what it reads beyond the end of its bytes is their fault. @throws Malformed */
export function decoding<Value>(what: string, decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    if (BEYOND_THE_END.has((error as NodeJS.ErrnoException).code ?? '')) throw new Malformed(`${what} ends too early`);
    throw error;
  }
}
