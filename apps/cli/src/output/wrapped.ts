/**
 * Text broken between words into lines of at most so many characters; a word that is longer stands alone. The first
 * line begins with `first`, the others with as many spaces.
 */
export function wrapped(text: string, width: number, first = ''): string[] {
  const room = width - first.length;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((each, index) => (index === 0 ? first : ' '.repeat(first.length)) + each);
}
