import { type KeyObject, sign } from 'node:crypto';

/**
 * Encodes a value in DER (X.690), the format of certificates and signatures: tag, length, content of up to 65,535
 * bytes.
 */
export function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

export const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);
export const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
/** A name that consists of a common name only. */
export const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));
/** @param text `20260101000000Z` */
export const time = (text: string): Buffer => der(0x18, Buffer.from(text));
/** A signature with SHA-256. */
export const signature = (body: Buffer, key: KeyObject): Buffer =>
  der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, key)]));
