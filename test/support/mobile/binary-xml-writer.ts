/** An element to be compiled as Android's build tools do. Attributes of Android's own are called `android:name`. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly children: readonly Element[];
  readonly text?: string;
}

export type AttributeValue = string | number | boolean | { readonly reference: number };

export const element = (
  name: string,
  attributes: Element['attributes'] = {},
  ...children: readonly (Element | string)[]
): Element => {
  const text = children.find((child) => typeof child === 'string');
  return {
    name,
    attributes,
    children: children.filter((child) => typeof child !== 'string'),
    ...(text !== undefined && { text }),
  };
};

/** Ids of the framework's public resources, version 35. */
const ATTRIBUTE_IDS: Readonly<Record<string, number>> = {
  label: 0x01010001,
  name: 0x01010003,
  permission: 0x01010006,
  readPermission: 0x01010007,
  writePermission: 0x01010008,
  protectionLevel: 0x01010009,
  sharedUserId: 0x0101000b,
  debuggable: 0x0101000f,
  exported: 0x01010010,
  taskAffinity: 0x01010012,
  authorities: 0x01010018,
  launchMode: 0x0101001d,
  value: 0x01010024,
  scheme: 0x01010027,
  host: 0x01010028,
  allowTaskReparenting: 0x01010204,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  testOnly: 0x01010272,
  allowBackup: 0x01010280,
  fullBackupContent: 0x010104eb,
  usesCleartextTraffic: 0x010104ec,
  autoVerify: 0x010104ee,
  networkSecurityConfig: 0x01010527,
  dataExtractionRules: 0x0101063e,
};

export interface BinaryXmlOptions {
  readonly encoding?: 'utf8' | 'utf16';
  /** Empty names where there is an id, as builds have that mislead readers. */
  readonly nameless?: boolean;
}

const ANDROID = 'http://schemas.android.com/apk/res/android';
const NONE = 0xffffffff;

export function binaryXml(root: Element, { encoding = 'utf8', nameless = false }: BinaryXmlOptions = {}): Buffer {
  const own = [
    ...new Set(
      attributeNames(root)
        .filter((name) => name.startsWith('android:'))
        .map((name) => name.slice('android:'.length)),
    ),
  ];
  const strings = [...own];
  const known = new Map<string, number>(own.map((name, index) => [`attribute ${name}`, index]));
  const indexOf = (text: string): number => {
    const index = known.get(text) ?? strings.push(text) - 1;
    known.set(text, index);
    return index;
  };
  const space = indexOf(ANDROID);
  const body = [
    namespace(0x0100, indexOf('android'), space),
    ...encode(root),
    namespace(0x0101, indexOf('android'), space),
  ];

  function encode({ name, attributes, children, text }: Element): Buffer[] {
    const encoded = Object.entries(attributes).map(([key, value]) => attribute(key, value));
    const start = Buffer.alloc(20);
    start.writeUInt32LE(NONE, 0);
    start.writeUInt32LE(indexOf(name), 4);
    [20, 20, encoded.length].forEach((value, index) => start.writeUInt16LE(value, 8 + index * 2));
    const end = Buffer.alloc(8);
    end.writeUInt32LE(NONE, 0);
    end.writeUInt32LE(indexOf(name), 4);
    return [
      node(0x0102, start, ...encoded),
      ...(text === undefined ? [] : [node(0x0104, words(indexOf(text), 0x03000008, indexOf(text)))]),
      ...children.flatMap(encode),
      node(0x0103, end),
    ];
  }

  function attribute(key: string, value: AttributeValue): Buffer {
    const isOwn = key.startsWith('android:');
    const name = isOwn ? known.get(`attribute ${key.slice('android:'.length)}`)! : indexOf(key);
    const [type, data] = typed(value);
    return words(isOwn ? space : NONE, name, typeof value === 'string' ? data : NONE, 0x0008 | (type << 24), data);
  }

  function typed(value: AttributeValue): [number, number] {
    if (typeof value === 'string') return [0x03, indexOf(value)];
    if (typeof value === 'boolean') return [0x12, value ? NONE : 0];
    return typeof value === 'number' ? [0x10, value >>> 0] : [0x01, value.reference];
  }

  const ids = own.map((name) => ATTRIBUTE_IDS[name] ?? raise(`${name} has no id here`));
  const pool = stringPool(
    nameless ? strings.map((text, index) => (index < own.length ? '' : text)) : strings,
    encoding,
  );
  return chunk(0x0003, 8, pool, chunk(0x0180, 8, words(...ids)), ...body);
}

const attributeNames = ({ attributes, children }: Element): string[] => [
  ...Object.keys(attributes),
  ...children.flatMap(attributeNames),
];

/** A chunk: its type, the size of its header, its whole size, its content. */
export function chunk(type: number, headerSize: number, ...content: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(8);
  const body = Buffer.concat(content);
  header.writeUInt16LE(type, 0);
  header.writeUInt16LE(headerSize, 2);
  header.writeUInt32LE(8 + body.length, 4);
  return Buffer.concat([header, body]);
}

/** With a line and a comment after the header. */
const node = (type: number, ...content: readonly Buffer[]): Buffer => chunk(type, 16, words(1, NONE), ...content);
const namespace = (type: number, prefix: number, uri: number): Buffer => node(type, words(prefix, uri));

export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value >>> 0, index * 4));
  return bytes;
}

export function stringPool(strings: readonly string[], encoding: 'utf8' | 'utf16' = 'utf8'): Buffer {
  const encoded = strings.map((text) => (encoding === 'utf8' ? utf8(text) : utf16(text)));
  const offsets: number[] = [];
  encoded.reduce((position, bytes) => (offsets.push(position), position + bytes.length), 0);
  const data = Buffer.concat(encoded);
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
  return chunk(
    0x0001,
    28,
    words(strings.length, 0, encoding === 'utf8' ? 0x100 : 0, 28 + strings.length * 4, 0),
    words(...offsets),
    data,
    padding,
  );
}

const utf8 = (text: string): Buffer =>
  Buffer.concat([length8(text.length), length8(Buffer.byteLength(text)), Buffer.from(text), Buffer.alloc(1)]);
const length8 = (length: number): Buffer =>
  Buffer.from(length < 0x80 ? [length] : [0x80 | (length >> 8), length & 0xff]);

function utf16(text: string): Buffer {
  const length = Buffer.alloc(text.length < 0x8000 ? 2 : 4);
  if (length.length === 2) length.writeUInt16LE(text.length);
  else length.writeUInt32LE((0x8000 | (text.length >> 16)) + (text.length & 0xffff) * 0x10000);
  return Buffer.concat([length, Buffer.from(text, 'utf16le'), Buffer.alloc(2)]);
}

function raise(message: string): never {
  throw new Error(message);
}
