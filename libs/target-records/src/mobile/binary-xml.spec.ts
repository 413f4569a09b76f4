import {
  type AttributeValue,
  type Element,
  binaryXml,
  chunk,
  element,
  stringPool,
  words,
} from '../../../../test/support/mobile/binary-xml-writer';
import { CLEAN_CONFIGURATION, CLEAN_MANIFEST, FLAWED_MANIFEST } from '../../../../test/support/mobile/builds';
import { type XmlElement, decodeBinaryXml } from './binary-xml';
import { Malformed } from './malformed';
import { openingTag, xmlText } from './xml-text';

interface ForeignNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly attributes: readonly { readonly nodeName: string; readonly typedValue: { readonly value: unknown } }[];
  readonly childNodes: readonly ForeignNode[];
}
const ForeignParser = require('@devicefarmer/adbkit-apkreader/lib/apkreader/parser/binaryxml') as new (
  bytes: Buffer,
) => { parse(): ForeignNode };

/** An element as both decoders can say it. */
type Said = readonly [name: string, attributes: Readonly<Record<string, string>>, children: readonly Said[]];

const local = (name: string) => name.replace(/^android:/, '');
const ours = ({ name, attributes, children }: XmlElement): Said => [
  name,
  Object.fromEntries(
    [...attributes].map(([key, value]) => {
      const said =
        value.kind === 'text'
          ? value.text
          : value.kind === 'reference'
            ? `resourceId:0x${value.id.toString(16)}`
            : value.kind === 'number'
              ? value.number
              : value.kind === 'boolean'
                ? value.boolean
                : value.hex;
      return [local(key), String(said)];
    }),
  ),
  children.map(ours),
];
const theirs = ({ nodeName, attributes, childNodes }: ForeignNode): Said => [
  nodeName,
  Object.fromEntries(attributes.map((each) => [each.nodeName, String(each.typedValue.value)])),
  childNodes.filter(({ nodeType }) => nodeType === 1).map(theirs),
];

const application = (attributes: Readonly<Record<string, AttributeValue>>): Element =>
  element('manifest', {}, element('application', attributes));
const attributesOf = (bytes: Buffer) => Object.fromEntries(decodeBinaryXml(bytes).children[0]!.attributes);

describe('binary XML', () => {
  it.each([
    ['a clean manifest', binaryXml(CLEAN_MANIFEST)],
    ['a flawed manifest', binaryXml(FLAWED_MANIFEST)],
    ['a manifest in UTF-16', binaryXml(FLAWED_MANIFEST, { encoding: 'utf16' })],
    ['a network security configuration', binaryXml(CLEAN_CONFIGURATION)],
    [
      'long strings',
      binaryXml(application({ 'android:label': '\u00e4'.repeat(300), 'android:value': 'x'.repeat(20_000) })),
    ],
    [
      'very long strings in UTF-16',
      binaryXml(application({ 'android:label': 'ä'.repeat(70_000) }), { encoding: 'utf16' }),
    ],
  ])('is read as another decoder reads it: %s', (_, bytes) =>
    expect(ours(decodeBinaryXml(bytes))).toEqual(theirs(new ForeignParser(bytes).parse())),
  );

  it('goes by the ids of attributes where their names are erased', () =>
    expect(
      attributesOf(binaryXml(application({ 'android:debuggable': true, 'android:label': 'Shop' }), { nameless: true })),
    ).toMatchObject({ 'android:debuggable': { kind: 'boolean', boolean: true } }));

  it('keeps an attribute that only looks like one of Android’s apart from it', () => {
    const bytes = binaryXml(application({ debuggable: false, 'android:debuggable': true }));
    expect(attributesOf(bytes)).toMatchObject({
      debuggable: { boolean: false },
      'android:debuggable': { boolean: true },
    });
  });

  it('passes over chunks that it does not know, as Android does', () => {
    const bytes = binaryXml(CLEAN_MANIFEST);
    expect(decodeBinaryXml(chunk(0x0003, 8, chunk(0x0999, 8, Buffer.alloc(64)), bytes.subarray(8)))).toEqual(
      decodeBinaryXml(bytes),
    );
  });

  it('keeps the text within an element', () =>
    expect(xmlText(decodeBinaryXml(binaryXml(CLEAN_CONFIGURATION)), 10_000)).toContain(
      '<domain includeSubdomains="true">shop.example\n',
    ));

  const start = chunk(
    0x0102,
    16,
    words(1, 0xffffffff, 0xffffffff, 0),
    Buffer.from([20, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  );
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half of it', binaryXml(FLAWED_MANIFEST).subarray(0, 900)],
    ['a header alone', chunk(0x0003, 8)],
    ['a chunk of no length', chunk(0x0003, 8, words(0x00080102, 0), words(0, 0))],
    ['a chunk that holds the whole file again', chunk(0x0003, 8, words(0x00080102, 0xffffff), words(0, 0))],
    [
      'a pool that counts four billion strings',
      chunk(0x0003, 8, chunk(0x0001, 28, words(0xffffffff, 0, 0x100, 28, 0))),
    ],
    [
      'a pool that begins beyond its end',
      chunk(0x0003, 8, chunk(0x0001, 28, words(1, 0, 0x100, 0xfffffff0, 0), words(0))),
    ],
    ['a hundred thousand levels', chunk(0x0003, 8, stringPool(['a']), ...Array.from({ length: 100_000 }, () => start))],
    [
      'an element that begins nowhere',
      chunk(0x0003, 8, stringPool(['a']), chunk(0x0103, 16, words(1, 0xffffffff, 0xffffffff, 0))),
    ],
    ['an element that does not end', chunk(0x0003, 8, stringPool(['a']), start)],
    [
      'attributes beyond the end',
      chunk(
        0x0003,
        8,
        stringPool(['a']),
        chunk(0x0102, 16, words(1, 0xffffffff, 0xffffffff, 0), Buffer.from([20, 0, 20, 0, 255, 255, 0, 0, 0, 0, 0, 0])),
      ),
    ],
  ])('is refused with a reason where there is %s', (_, bytes) =>
    expect(() => decodeBinaryXml(bytes)).toThrow(Malformed),
  );

  it('refuses a text that names one long string again and again', () => {
    const again = chunk(0x0104, 16, words(1, 0xffffffff, 0, 0x03000008, 0));
    const end = chunk(0x0103, 16, words(1, 0xffffffff, 0xffffffff, 0));
    const bytes = chunk(0x0003, 8, stringPool(['a'.repeat(30_000)]), start, ...Array<Buffer>(2_000).fill(again), end);
    expect(() => decodeBinaryXml(bytes)).toThrow('many times its size');
  });

  it('shows a tag as far as somebody reads it, however often its attributes name one long string', () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`a${index}`, 'x'.repeat(5_000)]),
    );
    const root = decodeBinaryXml(binaryXml(element('a', attributes)));
    expect(openingTag(root).length).toBeLessThan(11_000);
    expect(openingTag(root)).toMatch(/^<a a0="x+" a1="…>$/);
    expect(() => xmlText(root, 100_000)).toThrow('many times its size');
  });

  it('refuses strings that overlap', () => {
    const text = Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.alloc(0x7fff, 'a')]);
    const pool = chunk(
      0x0001,
      28,
      words(2_000, 0, 0x100, 28 + 8_000, 0),
      words(...Array.from({ length: 2_000 }, () => 0)),
      text,
    );
    const elements = Array.from({ length: 2_000 }, (_, index) => [
      chunk(0x0102, 16, words(1, 0xffffffff, 0xffffffff, index), Buffer.from([20, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
      chunk(0x0103, 16, words(1, 0xffffffff, 0xffffffff, index)),
    ]).flat();
    expect(() => decodeBinaryXml(chunk(0x0003, 8, pool, start, ...elements))).toThrow('its strings overlap');
  });

  it('does not become text of many times its size', () => {
    const repeated = element(
      'a',
      {},
      ...Array.from({ length: 2_000 }, () => element('b', { value: 'x'.repeat(30_000) })),
    );
    expect(() => xmlText(decodeBinaryXml(binaryXml(repeated)), 1_000_000)).toThrow('many times its size');
  });
});
