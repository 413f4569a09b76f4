import { isUtf8 } from 'node:buffer';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/**
 * How Git decides it: a NUL byte in the first 8,000. Text in UTF-16 is full of them, so its mark is looked for first.
 */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16(bytes) === undefined && bytes.subarray(0, 8_000).includes(0);
}

/** UTF-16 only with its byte order mark; what is not valid UTF-8 is taken byte for byte. */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  return utf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'latin1');
}

/** The text without its byte order mark, line ends as they are. Never fails. */
export function decodeBytes(bytes: Uint8Array, encoding: TextEncoding = detectEncoding(bytes)): string {
  if (encoding === 'latin1') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return new TextDecoder(encoding).decode(bytes);
}

function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}
