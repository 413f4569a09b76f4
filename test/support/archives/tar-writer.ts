import { gzipSync } from 'node:zlib';

/** An entry of a tar with any field a lie. Numbers are octal digits unless given as text. */
export interface TarLine {
  readonly name: string | Buffer;
  readonly type?: string;
  readonly content?: string | Buffer;
  /** As it stands in the header; the length of the content unless given. */
  readonly size?: number | Buffer;
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
  readonly link?: string;
  readonly prefix?: string;
  readonly magic?: 'ustar\0' | 'ustar ' | '';
  readonly checksum?: number;
}

/** The blocks of one entry: header and padded content. */
export function tarEntry({
  name,
  type = '0',
  content = '',
  size,
  mode = 0o644,
  uid = 0,
  gid = 0,
  link = '',
  prefix = '',
  magic = 'ustar\0',
  checksum,
}: TarLine): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(512);
  Buffer.from(name).copy(header, 0, 0, 100);
  header.write(octal(mode, 8), 100, 'latin1');
  header.write(octal(uid, 8), 108, 'latin1');
  header.write(octal(gid, 8), 116, 'latin1');
  if (Buffer.isBuffer(size)) size.copy(header, 124, 0, 12);
  else header.write(octal(size ?? body.length, 12), 124, 'latin1');
  header.write(octal(0, 12), 136, 'latin1');
  header.write(type, 156, 'latin1');
  header.write(link, 157, 100);
  header.write(magic === 'ustar\0' ? 'ustar\x0000' : magic === '' ? '' : 'ustar  ', 257, 'latin1');
  header.write(prefix, 345, 155);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${(checksum ?? sum).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

export const END_OF_TAR = Buffer.alloc(1024);

export const tar = (...entries: readonly (TarLine | Buffer)[]): Buffer =>
  Buffer.concat([...entries.map((entry) => (Buffer.isBuffer(entry) ? entry : tarEntry(entry))), END_OF_TAR]);

export const tarGz = (...entries: readonly (TarLine | Buffer)[]): Buffer => gzipSync(tar(...entries));

/** A record of an extended header, with its length right. */
export function paxRecord(key: string, value: string | Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), Buffer.from(value), Buffer.from('\n')]);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

/** An entry whose extended header says the given things of it. */
export const withPax = (
  records: Readonly<Record<string, string | Buffer>>,
  entry: TarLine,
  type: 'x' | 'g' = 'x',
): Buffer =>
  Buffer.concat([
    tarEntry({
      name: 'PaxHeader/x',
      type,
      content: Buffer.concat(Object.entries(records).map(([key, value]) => paxRecord(key, value))),
    }),
    tarEntry(entry),
  ]);
