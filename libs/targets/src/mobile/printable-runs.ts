/** Shorter runs are coincidence: machine code is full of them. */
const RUN = /[\t\x20-\x7e]{6,}|(?:[\t\x20-\x7e]\0){6,}/g;
/** The most bytes of an unfinished run that are carried over to the next piece. */
const MAX_CARRIED = 64 * 1024;

/**
 * Finds the runs of printable ASCII in binary content, written as bytes or as UTF-16 (every other byte is zero).
 */
export async function* printableRuns(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let carry: Buffer = Buffer.alloc(0);
  for await (const piece of content) {
    const window = carry.length === 0 ? piece : Buffer.concat([carry, piece]);
    const cut = lastRunStart(window);
    yield* runsIn(window.subarray(0, cut));
    carry = Buffer.from(window.subarray(cut));
  }
  yield* runsIn(carry);
}

function* runsIn(bytes: Buffer): Generator<string> {
  for (const [run] of bytes.toString('latin1').matchAll(RUN)) yield run.includes('\0') ? run.replaceAll('\0', '') : run;
}

function lastRunStart(window: Buffer): number {
  const earliest = Math.max(0, window.length - MAX_CARRIED);
  let cut = window.length;
  while (cut > earliest && isPartOfRun(window[cut - 1]!)) cut -= 1;
  // A run that is longer than the limit is cut here.
  return cut === earliest && earliest > 0 ? window.length : cut;
}

const isPartOfRun = (byte: number): boolean => byte === 0 || byte === 9 || (byte >= 0x20 && byte <= 0x7e);
