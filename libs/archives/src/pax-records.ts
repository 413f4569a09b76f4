import { ArchiveRefused } from './archive-refused';

/**
 * Parses the records of an extended tar header: `<length> <key>=<value>\n`. The length is that of the whole record, in
 * bytes.
 * @throws ArchiveRefused CORRUPT for any other form: readers that continue after it would see different entries
 */
export function parsePaxRecords(body: Buffer): Map<string, Buffer> {
  const records = new Map<string, Buffer>();
  for (let start = 0; start < body.length; ) {
    const space = body.indexOf(0x20, start);
    const digits = space === -1 ? '' : body.toString('latin1', start, space);
    const end = start + Number(digits);
    const equals = body.indexOf(0x3d, space);
    const isWhole =
      /^[1-9]\d{0,8}$/.test(digits) &&
      end <= body.length &&
      body[end - 1] === 0x0a &&
      equals > space + 1 &&
      equals < end;
    if (!isWhole) throw new ArchiveRefused('CORRUPT', { detail: 'an extended header that cannot be read' });
    records.set(body.toString('utf8', space + 1, equals), body.subarray(equals + 1, end - 1));
    start = end;
  }
  return records;
}

/** @throws ArchiveRefused CORRUPT */
export function paxNumber(value: Buffer): number {
  const digits = value.toString('latin1');
  const parsed = Number(digits);
  if (!/^\d+$/.test(digits) || !Number.isSafeInteger(parsed))
    throw new ArchiveRefused('CORRUPT', { detail: 'an extended header with a number out of range' });
  return parsed;
}
