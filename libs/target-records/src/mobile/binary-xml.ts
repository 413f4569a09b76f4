import { frameworkAttribute } from './framework-attributes';
import { Malformed, decoding } from './malformed';
import { STRING_POOL, type StringPool, chunksOf, readStringPool } from './string-pool';

/** The value of an attribute. `reference` is the id of a resource that has the value. */
export type XmlValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly boolean: boolean }
  | { readonly kind: 'reference'; readonly id: number }
  | { readonly kind: 'other'; readonly hex: string };

export interface XmlElement {
  readonly name: string;
  /**
   * Attributes by name: `android:name` for Android's own, which have an id, `name` for those without a namespace, and
   * `other:name` for the rest.
   */
  readonly attributes: ReadonlyMap<string, XmlValue>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const START_ELEMENT = 0x0102;
const END_ELEMENT = 0x0103;
const CHARACTERS = 0x0104;
const RESOURCE_MAP = 0x0180;
const NONE = 0xffffffff;
const ATTRIBUTE_SIZE = 20;
/** The depth of elements. A manifest nests five levels, a layout some dozens. */
const MAX_DEPTH = 200;
/** Decoded elements take fifty times their bytes. The largest manifests have some hundred kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The limit of all texts, as a multiple of the file's size. One string may be named often. */
const MAX_EXPANSION = 8;

type MutableElement = XmlElement & {
  readonly attributes: Map<string, XmlValue>;
  readonly children: XmlElement[];
  text: string;
};

/**
 * Decodes Android's binary XML as leniently as Android does: unknown chunks are ignored. Time and memory are
 * proportional to the number of bytes, whatever sizes they claim.
 * @throws Malformed
 */
export const decodeBinaryXml = (bytes: Buffer): XmlElement => decoding('the binary XML', () => decode(bytes));

function decode(bytes: Buffer): XmlElement {
  if (bytes.length > MAX_BYTES) throw new Malformed(`it has more than ${MAX_BYTES.toLocaleString('en')} bytes`);
  const headerSize = bytes.readUInt16LE(2);
  const end = Math.min(bytes.readUInt32LE(4), bytes.length);
  let strings: StringPool = { count: 0, at: () => undefined };
  let ids: readonly number[] = [];
  const open: MutableElement[] = [];
  let textLeft = bytes.length * MAX_EXPANSION;
  let root: XmlElement | undefined;
  for (const chunk of chunksOf(bytes, Math.max(headerSize, 8), end)) {
    switch (chunk.type) {
      case STRING_POOL:
        if (strings.count === 0) strings = readStringPool(chunk.bytes);
        break;
      case RESOURCE_MAP:
        ids = idsOf(chunk.bytes, chunk.headerSize);
        break;
      case START_ELEMENT: {
        if (open.length >= MAX_DEPTH) throw new Malformed(`its elements are nested more than ${MAX_DEPTH} levels deep`);
        const element = elementOf(chunk.bytes.subarray(chunk.headerSize), strings, ids);
        if (open.length === 0 && root !== undefined) throw new Malformed('it has two outermost elements');
        root ??= element;
        open.at(-1)?.children.push(element);
        open.push(element);
        break;
      }
      case END_ELEMENT:
        if (!open.pop()) throw new Malformed('it ends an element that it did not begin');
        break;
      case CHARACTERS: {
        const parent = open.at(-1);
        const text = strings.at(chunk.bytes.readUInt32LE(chunk.headerSize)) ?? '';
        if ((textLeft -= text.length) < 0)
          throw new Malformed('it repeats its strings until they are many times its size');
        if (parent) parent.text += text;
        break;
      }
    }
  }
  if (root === undefined) throw new Malformed('it has no element');
  if (open.length > 0) throw new Malformed('it ends within an element');
  return root;
}

const idsOf = (bytes: Buffer, headerSize: number): number[] =>
  Array.from({ length: Math.max(0, (bytes.length - headerSize) >> 2) }, (_, index) =>
    bytes.readUInt32LE(headerSize + index * 4),
  );

function elementOf(bytes: Buffer, strings: StringPool, ids: readonly number[]): MutableElement {
  const [start, size, count] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10), bytes.readUInt16LE(12)];
  const step = Math.max(size, ATTRIBUTE_SIZE);
  const attributes = new Map<string, XmlValue>();
  for (let index = 0; index < count; index += 1) {
    const attribute = bytes.subarray(start + index * step);
    const name = attributeName(attribute, strings, ids);
    // Android takes the first of two attributes with the same name.
    if (!attributes.has(name)) attributes.set(name, valueOf(attribute, strings));
  }
  return { name: strings.at(bytes.readUInt32LE(4)) ?? '', attributes, children: [], text: '' };
}

function attributeName(attribute: Buffer, strings: StringPool, ids: readonly number[]): string {
  const nameIndex = attribute.readUInt32LE(4);
  const name = strings.at(nameIndex) ?? '';
  const id = ids[nameIndex];
  if (id !== undefined && id !== 0)
    return `android:${frameworkAttribute(id) ?? (name === '' ? `0x${id.toString(16)}` : name)}`;
  return attribute.readUInt32LE(0) === NONE ? name : `other:${name}`;
}

function valueOf(attribute: Buffer, strings: StringPool): XmlValue {
  const raw = attribute.readUInt32LE(8);
  const type = attribute.readUInt8(15);
  const data = attribute.readUInt32LE(16);
  switch (type) {
    case 0x01:
    case 0x07:
      return { kind: 'reference', id: data };
    case 0x03:
      return { kind: 'text', text: strings.at(data) ?? strings.at(raw) ?? '' };
    case 0x12:
      return { kind: 'boolean', boolean: data !== 0 };
    default:
      return type >= 0x10 && type <= 0x1f
        ? { kind: 'number', number: data | 0 }
        : { kind: 'other', hex: `0x${data.toString(16)}` };
  }
}
