/** Bytes whose reader may stop early, while only their end proves them. */
export interface Pieces {
  readonly pieces: AsyncIterable<Buffer>;
  /** Reads what the reader left. @throws what the source throws, also where nobody was there to see it */
  finish(): Promise<void>;
  /** Lets go of the source, wherever it is. */
  close(): Promise<void>;
}

/**
 * A gzip's reader ends with the gzip: zeros that pad it to some block are left, and with them the verdict on all of it.
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
