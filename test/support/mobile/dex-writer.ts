const HEADER = 0x70;

/** A dex file of nothing but strings. */
export function dex(strings: readonly string[]): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('dex\n035\0', 'latin1');
  header.writeUInt32LE(strings.length, 0x38);
  header.writeUInt32LE(HEADER, 0x3c);
  const offsets = Buffer.alloc(strings.length * 4);
  const data: Buffer[] = [];
  let position = HEADER + offsets.length;
  strings.forEach((text, index) => {
    const bytes = Buffer.concat([uleb128(text.length), Buffer.from(text), Buffer.alloc(1)]);
    offsets.writeUInt32LE(position, index * 4);
    data.push(bytes);
    position += bytes.length;
  });
  const file = Buffer.concat([header, offsets, ...data]);
  file.writeUInt32LE(file.length, 0x20);
  return file;
}

function uleb128(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Buffer.from(bytes);
}
