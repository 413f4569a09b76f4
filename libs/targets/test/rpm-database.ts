import { openDatabase } from '@assay/sqlite';

export interface RpmFields {
  readonly name: string;
  readonly version: string;
  readonly release?: string;
  readonly epoch?: number;
  readonly architecture?: string;
  readonly source?: string;
  readonly requires?: readonly string[];
}

const STRING = 6;
const INT32 = 4;
const STRINGS = 8;

/** A header as rpm's database keeps it, with the fields in the order of their tags. */
export function rpmHeader({
  name,
  version,
  release = '1',
  epoch,
  architecture = 'x86_64',
  ...more
}: RpmFields): Buffer {
  const number = Buffer.alloc(4);
  if (epoch !== undefined) number.writeUInt32BE(epoch);
  const text = (value: string) => Buffer.from(`${value}\0`);
  const { source, requires } = more;
  const fields: readonly (readonly [tag: number, type: number, count: number, data: Buffer])[] = [
    [1000, STRING, 1, text(name)],
    [1001, STRING, 1, text(version)],
    [1002, STRING, 1, text(release)],
    ...(epoch === undefined ? [] : [[1003, INT32, 1, number] as const]),
    [1014, STRING, 1, text('MIT')],
    [1022, STRING, 1, text(architecture)],
    ...(source === undefined ? [] : [[1044, STRING, 1, text(source)] as const]),
    ...(requires === undefined ? [] : [[1049, STRINGS, requires.length, text(requires.join('\0'))] as const]),
  ];
  const index: Buffer[] = [];
  let offset = 0;
  for (const [tag, type, count, data] of fields) {
    const entry = Buffer.alloc(16);
    [tag, type, offset, count].forEach((value, at) => entry.writeUInt32BE(value, at * 4));
    index.push(entry);
    offset += data.length;
  }
  const begin = Buffer.alloc(8);
  begin.writeUInt32BE(fields.length, 0);
  begin.writeUInt32BE(offset, 4);
  return Buffer.concat([begin, ...index, ...fields.map(([, , , data]) => data)]);
}

/** The content of a file `rpmdb.sqlite`, as rpm leaves it: its header says that it has had a write-ahead log. */
export function rpmDatabase(
  blobs: readonly Buffer[],
  schema = 'CREATE TABLE Packages (hnum INTEGER PRIMARY KEY, blob BLOB)',
): Buffer {
  const database = openDatabase(':memory:');
  database.exec(schema);
  for (const blob of blobs) database.prepare('INSERT INTO Packages (blob) VALUES (?)').run(blob);
  const content = database.serialize();
  database.close();
  [content[18], content[19]] = [2, 2];
  return content;
}
