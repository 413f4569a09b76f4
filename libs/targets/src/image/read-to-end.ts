/** A stream that is proven right only by its end, although its reader may stop early. */
interface Pieces {
  readonly pieces: AsyncIterable<Buffer>;
  /** Reads the rest. @throws what the source throws, now or earlier */
  finish(): Promise<void>;
  /** Closes the source at any point. */
  close(): Promise<void>;
}

/**
 * Wraps a source so that it can be read to its end. The reader of a gzip stops at the end of the gzip. Zeros that pad
 * it to a block would stay unread, and the digest of the whole would never be checked.
 */
export function readToEnd(source: AsyncIterable<Buffer>): Pieces {
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  const next = async (): Promise<Buffer | undefined> => {
    try {
      const step = await iterator.next();
      ended ||= step.done === true;
      return step.done ? undefined : step.value;
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  return {
    pieces: (async function* () {
      for (let piece = await next(); piece !== undefined; piece = await next()) yield piece;
    })(),
    async finish() {
      while (!ended && !failure) await next();
      if (failure) throw failure.error;
    },
    async close() {
      await iterator.return?.();
    },
  };
}
