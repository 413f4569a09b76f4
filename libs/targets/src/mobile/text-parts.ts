/** UTF-16 units of one part. That is at most 1.8 MB as UTF-8, and a staged file may have 2 MB. */
const PART = 600_000;
/** How far before its end a part is searched for a place where no word is cut. */
const LOOK_BACK = 64 * 1024;

/** Splits text into parts that are small enough to be analysed. It cuts at the end of a line, or else between words. */
export async function* textParts(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let waiting: string[] = [];
  let length = 0;
  for await (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length <= PART) continue;
    let rest = waiting.join('');
    while (rest.length > PART) {
      const cut = cutOf(rest);
      yield rest.slice(0, cut);
      rest = rest.slice(cut);
    }
    waiting = [rest];
    length = rest.length;
  }
  if (length > 0) yield waiting.join('');
}

function cutOf(text: string): number {
  const line = text.lastIndexOf('\n', PART - 1);
  if (line >= PART - LOOK_BACK) return line + 1;
  const window = text.slice(PART - LOOK_BACK, PART);
  const word = Math.max(...[';', '}', ',', ')', ' '].map((separator) => window.lastIndexOf(separator)));
  return word === -1 ? PART : PART - LOOK_BACK + word + 1;
}
