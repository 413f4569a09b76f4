import { createHash } from 'node:crypto';
import { HOLE } from '../../../infrastructure/value';
import type { Context, Functions } from '../template/context';
import { Refused } from '../template/refused';
import { type TemplateValue, isDict, isList, isText, plainText, printed, sortedKeys } from '../values/value';
import { textAt } from './arguments';

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A sum of a text that is not known to its end is not known. */
const sum =
  (of: (text: string) => string) =>
  (args: readonly TemplateValue[], context: Context): TemplateValue => {
    const text = textAt(args, 0, context);
    return text.includes(HOLE) ? HOLE : of(text);
  };
const digest = (algorithm: string) => sum((text) => createHash(algorithm).update(text, 'utf8').digest('hex'));

function adler(text: string): string {
  let [low, high] = [1, 0];
  for (const byte of Buffer.from(text, 'utf8')) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return String(high * 65_536 + low);
}

function base32(text: string): string {
  const bits = [...Buffer.from(text, 'utf8')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{1,5}/g) ?? []).map((five) => BASE_32[Number.parseInt(five.padEnd(5, '0'), 2)]);
  return letters.join('').padEnd(Math.ceil(letters.length / 8) * 8, '=');
}

function fromBase32(text: string): string {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => BASE_32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString('utf8');
}

export const encodings: Functions = {
  b64dec: sum((text) => Buffer.from(text, 'base64').toString('utf8')),
  b32enc: sum(base32),
  b32dec: sum(fromBase32),
  sha1sum: digest('sha1'),
  sha256sum: digest('sha256'),
  sha512sum: digest('sha512'),
  md5sum: digest('md5'),
  adler32sum: sum(adler),
  toToml: ([value = null], context) => toml(value, '', context, 0),
};

/** Enough of TOML for the settings that charts write with it. */
function toml(value: TemplateValue, path: string, context: Context, depth: number): string {
  context.spend(1);
  if (depth > 60) throw new Refused('maps are nested too deeply');
  if (!isDict(value)) return '';
  const keys = sortedKeys(value);
  const plain = keys.filter((key) => !isDict(value.get(key)!));
  const lines = plain.map((key) => `${key} = ${tomlScalar(value.get(key)!, context)}\n`).join('');
  const tables = keys
    .filter((key) => isDict(value.get(key)!))
    .map((key) => {
      const name = path === '' ? key : `${path}.${key}`;
      return `\n[${name}]\n${toml(value.get(key)!, name, context, depth + 1)}`;
    });
  return `${lines}${tables.join('')}`;
}

function tomlScalar(value: TemplateValue, context: Context): string {
  context.spend(1);
  if (isText(value)) return JSON.stringify(plainText(value));
  return isList(value) ? `[${value.map((item) => tomlScalar(item, context)).join(', ')}]` : printed(value);
}
