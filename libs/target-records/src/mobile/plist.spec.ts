import { execFileSync } from 'node:child_process';
import { FLAWED_PLIST } from '../../../../test/support/mobile/builds';
import {
  type PlistValue,
  binaryPlist,
  binaryPlistOf,
  marker,
  references,
  xmlPlist,
} from '../../../../test/support/mobile/plist-writer';
import { Malformed } from './malformed';
import { decodePlist } from './plist';
import { type Plist, isTrueAt, plistLines } from './plist-values';

/** As plain objects. */
const plain = (plist: Plist): unknown =>
  plist instanceof Map
    ? Object.fromEntries([...plist].map(([key, value]) => [key, plain(value)]))
    : Array.isArray(plist)
      ? plist.map(plain)
      : plist instanceof Uint8Array
        ? Buffer.from(plist)
        : plist;

const EVERYTHING: PlistValue = {
  text: 'Grüße & <b>',
  empty: '',
  number: -7,
  large: 2 ** 40,
  real: 0.5,
  yes: true,
  no: false,
  when: new Date('2026-02-03T04:05:06Z'),
  data: Buffer.from([0, 1, 255]),
  list: [1, ['a', {}], []],
  long: 'x'.repeat(300),
  many: Array.from({ length: 40 }, (_, index) => index),
};

describe('a property list', () => {
  it.each([
    ['binary', binaryPlist],
    ['XML', (value: PlistValue) => Buffer.from(xmlPlist(value))],
  ])('is read with every kind of value: %s', (_, write) => {
    expect(plain(decodePlist(write(EVERYTHING)))).toEqual(EVERYTHING);
    expect(plain(decodePlist(write(FLAWED_PLIST)))).toEqual(FLAWED_PLIST);
  });

  it('is read as another decoder reads it', () => {
    const script =
      "import('plist').then(({ parseBinary }) => { const chunks = []; " +
      "process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => " +
      'process.stdout.write(JSON.stringify(parseBinary(new Uint8Array(Buffer.concat(chunks)))))); })';
    const said = JSON.parse(
      execFileSync(process.execPath, ['-e', script], { input: binaryPlist(FLAWED_PLIST), encoding: 'utf8' }),
    ) as unknown;
    expect(plain(decodePlist(binaryPlist(FLAWED_PLIST)))).toEqual(said);
  });

  it('is read in UTF-16', () =>
    expect(
      plain(
        decodePlist(
          Buffer.concat([
            Buffer.from([0xff, 0xfe]),
            Buffer.from(xmlPlist({ a: 'b' }).replace('UTF-8', 'UTF-16'), 'utf16le'),
          ]),
        ),
      ),
    ).toEqual({ a: 'b' }));

  it('keeps keys that mean something to JavaScript apart', () => {
    const plist = decodePlist(
      Buffer.from(xmlPlist(JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": "x"}') as PlistValue)),
    );
    expect([...(plist as ReadonlyMap<string, Plist>).keys()]).toEqual(['__proto__', 'constructor']);
    expect(isTrueAt(plist, 'isAdmin')).toBe(false);
  });

  it('takes for true what Apple takes for true', () =>
    expect(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].filter((key) =>
        isTrueAt(decodePlist(binaryPlist({ a: true, b: false, c: 1, d: 0, e: 'YES', f: 'no', g: 'true' })), key),
      ),
    ).toEqual(['a', 'c', 'e', 'g']));

  it('becomes text, a line a value', () =>
    expect([...plistLines(decodePlist(binaryPlist({ a: { b: ['c', 1] }, d: true })))]).toEqual([
      'a.b[0] = c',
      'a.b[1] = 1',
      'd = true',
    ]));

  it('cuts a path of keys that each line would repeat', () => {
    const lines = [...plistLines(decodePlist(binaryPlist({ ['k'.repeat(100_000)]: ['a', { b: 'c' }] })))];
    expect(lines).toEqual([`${'k'.repeat(999)}… = a`, `${'k'.repeat(999)}… = c`]);
  });

  const nested = (levels: number): PlistValue => (levels === 0 ? 'x' : [nested(levels - 1)]);
  const laughs = Array.from({ length: 30 }, (_, level) =>
    Buffer.concat([marker(0xa, 10), references(Array.from({ length: 10 }, () => Math.min(level + 1, 29)))]),
  );
  it.each([
    ['nothing', Buffer.alloc(0), 'is empty'],
    ['a list that holds itself', binaryPlistOf([Buffer.concat([marker(0xa, 1), references([0])])]), 'holds itself'],
    [
      'two lists that hold each other',
      binaryPlistOf([
        Buffer.concat([marker(0xa, 1), references([1])]),
        Buffer.concat([marker(0xa, 1), references([0])]),
      ]),
      'holds itself',
    ],
    [
      'lists that double level by level',
      binaryPlistOf([...laughs.slice(0, 29), marker(5, 0)]),
      'more than 200,000 values',
    ],
    [
      'a string that is named until it fills the memory',
      binaryPlistOf([
        Buffer.concat([marker(0xa, 30_000), references(Array.from({ length: 30_000 }, () => 1))]),
        Buffer.concat([marker(5, 50_000), Buffer.alloc(50_000, 'a')]),
      ]),
      'many times its size',
    ],
    ['a count of four billion', binaryPlistOf([marker(5, 0)], { count: 2 ** 32 }), 'more objects than it has'],
    [
      'an object that is not there',
      binaryPlistOf([Buffer.concat([marker(0xa, 1), references([9])])]),
      'an object that it has not',
    ],
    ['a string beyond the end', binaryPlistOf([marker(5, 4_000_000)]), 'beyond its end'],
    ['a list of millions', binaryPlistOf([marker(0xa, 4_000_000)]), 'beyond its end'],
    [
      'a key that is a list',
      binaryPlistOf([Buffer.concat([marker(0xd, 1), references([1, 1])]), marker(0xa, 0)]),
      'a key that is no string',
    ],
    ['a hundred levels and more', binaryPlist(nested(150)), 'more than 100 levels'],
    ['half of a binary one', binaryPlist(FLAWED_PLIST).subarray(0, 100), 'property list'],
    ['a hundred levels of XML and more', Buffer.from(xmlPlist(nested(150))), 'more than 100 levels'],
    ['half of an XML', Buffer.from(xmlPlist(FLAWED_PLIST).slice(0, 300)), 'no XML'],
    [
      'entities that double',
      Buffer.from(
        xmlPlist('&c;')
          .replace(/<!DOCTYPE[^>]*>/, '<!DOCTYPE plist [<!ENTITY a "lol"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>')
          .replace('&amp;', '&'),
      ),
      'declares entities',
    ],
    [
      'an entity that is another file',
      Buffer.from('<!DOCTYPE plist [<!ENTITY x SYSTEM "file:///etc/passwd">]><plist><string>&x;</string></plist>'),
      'declares entities',
    ],
    ['an entity that nobody declares', Buffer.from('<plist><string>&x;</string></plist>'), 'no XML'],
    ['a value without a key', Buffer.from('<plist><dict><true/></dict></plist>'), 'without a key'],
  ])('is refused with a reason where there is %s', (_, bytes, reason) => {
    expect(() => decodePlist(bytes)).toThrow(Malformed);
    expect(() => decodePlist(bytes)).toThrow(reason);
  });
});
