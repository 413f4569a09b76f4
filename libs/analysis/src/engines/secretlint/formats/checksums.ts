import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Checksum } from '../../../catalogue/secret-formats';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** A number in the digits of an alphabet, with leading zeros. */
function inDigits(value: number, alphabet: string, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / alphabet.length))
    digits = alphabet[rest % alphabet.length]! + digits;
  return digits.padStart(length, alphabet[0]!);
}

/**
 * The last six characters of tokens of GitHub and npm: CRC-32 of the thirty before them, in base 62. The prefix does
 * not count. Published by GitHub: https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/
 */
export const githubChecksum = (random: string): string => inDigits(crc32(random), BASE62, 6);

/** The last seven characters of a routable token of GitLab: CRC-32 of all before them, in base 36. */
export const gitlabChecksum = (before: string): string => crc32(before).toString(36).padStart(7, '0');

const GITHUB = /^(?:gh[pousr]|npm)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** Whether the value has a checksum that its own characters contradict: nobody issued it. */
export function isContradicted(value: string): boolean {
  const [, random, checksum] = GITHUB.exec(value) ?? [];
  return random !== undefined && githubChecksum(random) !== checksum;
}

const VERIFIERS: Readonly<Record<Checksum, (value: string) => boolean>> = {
  'crc32-base36': (value) => gitlabChecksum(value.slice(0, -7)) === value.slice(-7),
  bech32: isBech32,
  base58check: isBase58Check,
  'crc16-base32': isStellarSeed,
};

/** Whether the characters of the value agree with the checksum that is among them. */
export const verifies = (checksum: Checksum, value: string): boolean => VERIFIERS[checksum](value);

/** BIP 173: `<name>1<data><six characters>`. */
function isBech32(value: string): boolean {
  const text = value.toLowerCase();
  const at = text.lastIndexOf('1');
  const data = [...text.slice(at + 1)].map((each) => BECH32.indexOf(each));
  if (at < 1 || data.length < 6 || data.includes(-1)) return false;
  return bech32Remainder(text.slice(0, at), data) === 1;
}

const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function bech32Remainder(name: string, data: readonly number[]): number {
  const codes = Array.from(name, (each) => each.charCodeAt(0));
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...data];
  return values.reduce((remainder, value) => {
    const top = remainder >>> 25;
    const next = (((remainder & 0x1ffffff) << 5) ^ value) >>> 0;
    return GENERATOR.reduce((sum, term, bit) => ((top >>> bit) & 1 ? (sum ^ term) >>> 0 : sum), next);
  }, 1);
}

/** The six characters that a value of BIP 173 ends in. */
export function bech32Checksum(name: string, data: string): string {
  const values = [...Array.from(data, (each) => BECH32.indexOf(each)), 0, 0, 0, 0, 0, 0];
  const remainder = (bech32Remainder(name, values) ^ 1) >>> 0;
  return [5, 4, 3, 2, 1, 0].map((at) => BECH32[(remainder >>> (5 * at)) & 31]!).join('');
}

/** The last four bytes are the first four of the double SHA-256 of those before them. */
function isBase58Check(value: string): boolean {
  let number = 0n;
  for (const each of value) {
    const digit = BASE58.indexOf(each);
    if (digit === -1) return false;
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return bytes.length > 4 && base58Checksum(bytes.subarray(0, -4)).equals(bytes.subarray(-4));
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
export const base58Checksum = (bytes: Buffer): Buffer => sha256(sha256(bytes)).subarray(0, 4);

/** SEP 23: version, 32 bytes, and CRC-16 (XModem) of both with the lower byte first, in base 32. */
function isStellarSeed(value: string): boolean {
  let bits = 0;
  let held = 0;
  const bytes: number[] = [];
  for (const each of value) {
    held = ((held << 5) | BASE32.indexOf(each)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  const sum = crc16(bytes.slice(0, -2));
  return bytes.at(-2) === (sum & 0xff) && bytes.at(-1) === sum >> 8;
}

export const crc16 = (bytes: readonly number[]): number =>
  bytes.reduce((sum, byte) => {
    let next = sum ^ (byte << 8);
    for (let bit = 0; bit < 8; bit += 1) next = (next & 0x8000 ? (next << 1) ^ 0x1021 : next << 1) & 0xffff;
    return next;
  }, 0);
