import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

/** Control characters, line separators, marks that reorder text, and `\`, which some engines take for `/`. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\\]/u;

/** A name in the file system, in two safe forms. The original may have any bytes but `/` and NUL. */
interface EntryName {
  /**
   * Printable and unambiguous. Unsafe characters are written as `\n` or `\u202e`, bytes that are not UTF-8 as `\xff`,
   * and `\` as `\\`.
   */
  readonly printable: string;
  /**
   * Usually the name itself. Otherwise printable ASCII made from it, with a digest of the bytes before the extension.
   */
  readonly safe: string;
}

export function entryName(bytes: Buffer): EntryName {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : undefined;
  if (text !== undefined && !UNSAFE.test(text)) return { printable: text, safe: text };
  return { printable: text === undefined ? escapeBytes(bytes) : escapeText(text), safe: safeName(bytes) };
}

/**
 * Adds a mark before the extension: `name.js` becomes `name~mark.js`. The result has at most 255 bytes, the limit of
 * file systems.
 */
export function markName(name: string, mark: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const room = 255 - Buffer.byteLength(`~${mark}${extension}`);
  return `${cutBytes(stem, room)}~${mark}${extension}`;
}

const escapeText = (text: string): string =>
  [...text].map((character) => (UNSAFE.test(character) ? escapeCharacter(character) : character)).join('');

function escapeCharacter(character: string): string {
  const named = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }[character];
  return named ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const escapeBytes = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) =>
      byte < 0x20 || byte > 0x7e
        ? `\\x${byte.toString(16).padStart(2, '0')}`
        : byte === 0x5c
          ? '\\\\'
          : String.fromCharCode(byte),
    )
    .join('');

function safeName(bytes: Buffer): string {
  const ascii = [...bytes]
    .map((byte) => (/[\w.@ +-]/.test(String.fromCharCode(byte)) && byte < 0x80 ? String.fromCharCode(byte) : '_'))
    .join('');
  const name = ascii === '' || ascii === '.' || ascii === '..' ? '_' : ascii;
  return markName(name, createHash('sha256').update(bytes).digest('hex').slice(0, 12));
}

function cutBytes(text: string, room: number): string {
  if (Buffer.byteLength(text) <= room) return text;
  return Buffer.from(text)
    .subarray(0, room)
    .toString('utf8')
    .replace(/(?<!\ufffd)\ufffd+$/, '');
}
