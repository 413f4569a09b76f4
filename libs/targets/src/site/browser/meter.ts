import { Transform } from 'node:stream';

/** Counts the bytes of several streams together. */
export interface Meter {
  /** Creates a stream that passes bytes on until they are used up. */
  counting(): Transform;
}

/**
 * @param exhausted called once, for the chunk that exceeds `bytes`. That chunk and all later ones are not passed on.
 */
export function createMeter(bytes: number, exhausted: () => void): Meter {
  let left = bytes;
  return {
    counting: () =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          if (left < 0) return done(new Error('the bytes are used up'));
          left -= chunk.length;
          if (left >= 0) return done(null, chunk);
          done(new Error('the bytes are used up'));
          exhausted();
        },
      }),
  };
}
