import { dex } from '../../../../test/support/mobile/dex-writer';
import { binaryXml, element } from '../../../../test/support/mobile/binary-xml-writer';
import { binaryPlist } from '../../../../test/support/mobile/plist-writer';
import { resourceTable } from '../../../../test/support/mobile/resource-table-writer';
import { dexStrings } from './dex-strings';
import { readableText } from './readable';
import { readResources } from './resources';
import { textParts } from './text-parts';

const SECRET = `ghp_${'FAKE'.repeat(9)}`;

const read = async (bytes: Buffer): Promise<{ kind: string; text: string }> => {
  const { kind, lines } = readableText(bytes);
  const pieces: string[] = [];
  for await (const line of lines) pieces.push(line);
  return { kind, text: pieces.join('') };
};
const partsOf = async (text: string): Promise<string[]> => {
  const parts: string[] = [];
  for await (const part of textParts([text])) parts.push(part);
  return parts;
};

describe('the text in the files of a build', () => {
  const machineCode = Buffer.from(Array.from({ length: 9_000 }, (_, index) => (index * 31) % 256));

  it.each([
    ['a script, as it is', Buffer.from(`const key = '${SECRET}';\n`), 'text'],
    ['binary XML, decoded', binaryXml(element('resources', { key: SECRET })), 'decoded'],
    [
      'binary XML in UTF-16, decoded',
      binaryXml(element('resources', { key: SECRET }), { encoding: 'utf16' }),
      'decoded',
    ],
    ['a binary property list, decoded', binaryPlist({ key: SECRET }), 'decoded'],
    ['code of Java or Kotlin', dex(['a', SECRET, 'z']), 'strings'],
    ['a table of resources', resourceTable({ 1: [['Shop', SECRET]] }), 'strings'],
    ['a native library', Buffer.concat([machineCode, Buffer.from(`\0${SECRET}\0`), machineCode]), 'strings'],
    [
      'a native library, in UTF-16',
      Buffer.concat([machineCode, Buffer.from(`\0\0${SECRET}\0`, 'utf16le'), machineCode]),
      'strings',
    ],
    [
      'binary XML that is broken',
      Buffer.concat([binaryXml(element('resources', { key: SECRET })).subarray(0, -4)]),
      'strings',
    ],
    [
      'code with a broken table of strings',
      Buffer.concat([dex(['a']).fill(0xff, 0x70, 0x74), Buffer.from(`\0${SECRET}\0`)]),
      'strings',
    ],
    ['a property list that is broken', binaryPlist({ key: SECRET }).subarray(0, -3), 'strings'],
  ])('is found in %s', async (_, bytes, kind) => {
    const found = await read(bytes);
    expect(found.kind).toBe(kind);
    expect(found.text).toMatch(new RegExp(`(^|[^A-Za-z0-9_])${SECRET}($|[^A-Za-z0-9_])`, 'm'));
  });

  it('has every string of a dex file whole, whatever the length before it looks like', () => {
    const strings = Array.from({ length: 200 }, (_, length) => 'x'.repeat(length));
    expect(dexStrings(dex(strings))).toEqual(strings);
  });

  it('refuses a dex file whose million strings begin in one', () => {
    const bytes = dex(['x'.repeat(100_000), ...Array.from({ length: 50_000 }, () => '')]);
    for (let index = 1; index <= 50_000; index += 1)
      bytes.writeUInt32LE(bytes.readUInt32LE(0x70) + 3 + index, 0x70 + index * 4);
    expect(() => dexStrings(bytes)).toThrow('overlap');
  });

  it('is cut into parts that are small enough, between lines or words', async () => {
    const lines = `${'a line of a program\n'.repeat(100_000)}`;
    const statements = 'call(argument);'.repeat(100_000);
    for (const text of [lines, statements, 'x'.repeat(1_500_000)]) {
      const parts = await partsOf(text);
      expect(parts.join('')).toBe(text);
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(600_000);
    }
    for (const part of await partsOf(lines)) expect(part.endsWith('\n')).toBe(true);
    for (const part of await partsOf(statements)) expect(part.endsWith(';')).toBe(true);
  });
});

describe('a table of resources', () => {
  const table = readResources(
    resourceTable({
      1: [
        ['first', true, 7, undefined],
        ['zweitens', undefined, 8],
      ],
      2: [[{ reference: 0x7f010000 }, { reference: 0x7f020001 }, { reference: 0x7f010009 }]],
    }),
  );

  it.each([
    [
      'a text in every configuration',
      0x7f010000,
      [
        { kind: 'text', text: 'first' },
        { kind: 'text', text: 'zweitens' },
      ],
    ],
    ['a boolean', 0x7f010001, [{ kind: 'boolean', boolean: true }]],
    [
      'what a reference leads to',
      0x7f020000,
      [
        { kind: 'text', text: 'first' },
        { kind: 'text', text: 'zweitens' },
      ],
    ],
    ['nothing for one that leads to itself', 0x7f020001, []],
    ['nothing for one that leads nowhere', 0x7f020002, []],
    ['nothing for one that has no value', 0x7f010003, []],
    ['nothing for one of another package', 0x01010000, []],
  ])('tells %s', (_, id, values) => expect(table.valuesOf(id)).toEqual(values));

  it('is refused where its entries refer to each other in every configuration', () => {
    const configuration = (number: number) =>
      Array.from({ length: 50 }, (_, index) => ({ reference: 0x7f010000 + ((index + number) % 50) }));
    const hostile = readResources(
      resourceTable({ 1: Array.from({ length: 500 }, (_, number) => configuration(number)) }),
    );
    const values = () => {
      for (let id = 0; id < 50; id += 1) hostile.valuesOf(0x7f010000 + id);
    };
    expect(values).toThrow('refer to each other too often');
  });

  it('is refused where its entries lie beyond its end', () => {
    const bytes = resourceTable({ 1: [['x']] });
    const offsets = bytes.length - 16 - 4;
    bytes.writeUInt32LE(0x7fffff00, offsets);
    expect(() => readResources(bytes).valuesOf(0x7f010000)).toThrow('ends too early');
  });
});
