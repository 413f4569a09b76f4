import { isUtf8 } from 'node:buffer';

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/**
 * Decides as Git does: a file is binary if its first 8,000 bytes have a NUL. UTF-16 text is full of NUL bytes, so its
 * byte order mark is checked first.
 */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16(bytes) === undefined && bytes.subarray(0, 8_000).includes(0);
}

/** UTF-16 is recognised only by its byte order mark. Bytes that are not valid UTF-8 are read as Latin-1. */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  return utf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'latin1');
}

/** Decodes a text without its byte order mark. Line ends stay as they are. It never fails. */
export function decodeBytes(bytes: Uint8Array, encoding: TextEncoding = detectEncoding(bytes)): string {
  if (encoding === 'latin1') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return new TextDecoder(encoding).decode(bytes);
}

function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}
