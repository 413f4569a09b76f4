import { createHash } from 'node:crypto';
import type { SecretFormat } from '../src/catalogue/secret-formats';
import { base58Checksum, bech32Checksum, crc16, gitlabChecksum } from '../src/engines/secretlint/formats/checksums';
import { type ShapePart, alphabetOf, partsOf } from '../src/engines/secretlint/formats/shapes';

/** Characters that are always the same for the same seed, and nobody's. */
function* charactersOf(seed: string): Generator<number> {
  for (let round = 0; ; round += 1) yield* createHash('sha256').update(`${seed}/${round}`).digest();
}

const take = (characters: Generator<number>, alphabet: readonly string[]): string =>
  alphabet[(characters.next().value as number) % alphabet.length]!;

function partExample(part: ShapePart, characters: Generator<number>, seed: string): string {
  if (!('of' in part)) return part.texts[seed.length % part.texts.length]!;
  const alphabet = alphabetOf(part.of);
  return Array.from({ length: part.least }, () => take(characters, alphabet)).join('');
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A made-up value of the format, with the checksum that its characters ask for. Nobody issued it. */
export function exampleOf(format: SecretFormat): string {
  const characters = charactersOf(format.id);
  const value = partsOf(format.shape)
    .map((part) => partExample(part, characters, format.id))
    .join('');
  switch (format.checksum) {
    case 'crc32-base36':
      return value.slice(0, -7) + gitlabChecksum(value.slice(0, -7));
    case 'bech32':
      return withBech32(value, characters);
    case 'base58check':
      return extendedKey(characters);
    case 'crc16-base32':
      return stellarSeed(characters);
    default:
      return value;
  }
}

function withBech32(value: string, characters: Generator<number>): string {
  const at = value.indexOf('1');
  const name = value.slice(0, at);
  const digits = [...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'];
  const data = Array.from({ length: value.length - at - 7 }, () => take(characters, digits)).join('');
  const whole = `${name}1${data}${bech32Checksum(name.toLowerCase(), data)}`;
  return name === name.toUpperCase() ? whole.toUpperCase() : whole;
}

function extendedKey(characters: Generator<number>): string {
  const body = Buffer.from([
    0x04,
    0x88,
    0xad,
    0xe4,
    ...Array.from({ length: 74 }, () => characters.next().value as number),
  ]);
  let number = BigInt(`0x${Buffer.concat([body, base58Checksum(body)]).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = BASE58[Number(number % 58n)]! + text;
  return text;
}

function stellarSeed(characters: Generator<number>): string {
  const bytes = [0x90, ...Array.from({ length: 32 }, () => characters.next().value as number)];
  const sum = crc16(bytes);
  let bits = '';
  for (const byte of [...bytes, sum & 0xff, sum >> 8]) bits += byte.toString(2).padStart(8, '0');
  return bits
    .match(/.{5}/g)!
    .map((five) => BASE32[Number.parseInt(five, 2)]!)
    .join('');
}
