/** Characters: a chunk for each line would be a packet for each line. */
const CHUNK = 64 * 1024;

/** The same text in pieces that are worth sending. */
export async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
