import { Transform } from 'node:stream';

/** Counts what goes through several streams together. */
export interface Meter {
  /** A stream that hands on what it gets, until the bytes are used up. */
  counting(): Transform;
}

/** @param exhausted is called once, by the chunk that exceeds `bytes`; it and all after it are not handed on */
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
