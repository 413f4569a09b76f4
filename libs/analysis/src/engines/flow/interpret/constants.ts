import type { Place } from '../ir';
import type { Effect } from './effect';
import type { EvaluatedCall } from './evaluated-call';
import type { Run } from './run';
import { type HeapObject, objectOf } from './state';
import { FIXED, UNKNOWN, type Value, type WrittenPlace, isMadeOfConstants, valueLike } from './values';

/** Bytes of constants lie in a list, which may lie in another list. */
const MAX_DEPTH = 2;
/** Longer lists are tables of numbers, not keys. */
const MAX_BYTES = 128;

/** Whether a value is one of the program's constants, is made of them, or is a list of such values. */
export function isFixed(run: Run, value: Value, depth = MAX_DEPTH): boolean {
  if (value.objects.length === 0) return isMadeOfConstants(value);
  if (value.isOther || value.taints.length > 0 || depth === 0) return false;
  return value.objects.every((key) => {
    const object = run.state.object(key);
    return object !== undefined && isFixedList(run, object, depth);
  });
}

function isFixedList(run: Run, { kind, fields, rest, isChanged }: HeapObject, depth: number): boolean {
  if (kind !== 'list' || isChanged || (fields.size === 0 && rest === UNKNOWN)) return false;
  if (rest !== UNKNOWN && !isFixed(run, rest, depth - 1)) return false;
  return [...fields.values()].every((field) => isFixed(run, field, depth - 1));
}

/** Whether a value is or holds a short list of numbers: code that gets it may write other bytes into it. */
export function holdsBytes(run: Run, value: Value, depth = 1): boolean {
  return value.objects.some((key) => {
    const object = run.state.object(key);
    if (object === undefined || object.isChanged) return false;
    if (object.rest.fixed) return true;
    if (object.kind === 'list')
      return object.fields.size <= MAX_BYTES && typeof object.fields.get('0')?.constant === 'number';
    return depth > 0 && object.carrying().some((field) => holdsZeros(run, field));
  });
}

const holdsZeros = (run: Run, { objects }: Value): boolean =>
  objects.some((key) => {
    const object = run.state.object(key);
    return object?.rest.fixed === true && !object.isChanged;
  });

/** Names of the length of a key or an initialization vector. */
const LENGTH = /(?:block_?size|nonce_?size|iv_?(?:length|size)|key_?size)(?:\(\))?$/i;

/** A list of zeros that other code may overwrite. Nothing is known of it if it is longer than a key. */
export const zeros: Effect = ({ run, args: [size], at }) => {
  const isShort =
    typeof size?.constant === 'number' ? size.constant <= MAX_BYTES : size?.paths.some((path) => LENGTH.test(path));
  return run.newObject(at, objectOf('list', new Map(), isShort ? FIXED : UNKNOWN));
};

/** The same, if the argument may be the bytes themselves. */
export const zerosOrCopy: Effect = (method) => {
  const [given] = method.args;
  if (given === undefined || given.text !== undefined || given.taints.length + given.objects.length > 0)
    return undefined;
  return zeros(method);
};

/** Methods that convert the object that they are called on, whatever their arguments. */
const CONVERTING: ReadonlySet<string> = new Set([
  ...['getBytes', 'toCharArray', 'toByteArray', 'clone', 'encode', 'decode', 'digest', 'hexdigest', 'hex', 'toString'],
  ...['trim', 'strip', 'slice', 'substring', 'substr', 'subarray', 'repeat', 'padStart', 'padEnd', 'ljust', 'rjust'],
  ...['lower', 'upper', 'toLowerCase', 'toUpperCase', 'toBytes', 'buffer'],
  ...['ToCharArray', 'ToArray', 'AsSpan', 'PadLeft', 'PadRight', 'Substring', 'ToLower', 'ToUpper', 'Trim'],
]);

/** Functions that convert their first argument. */
const CONVERSIONS: ReadonlySet<string> = new Set([
  // Java
  ...['Arrays.copyOf', 'Arrays.copyOfRange', 'Base64.decodeBase64', 'Base64.getDecoder().decode', 'Base64.decode'],
  ...['Base64.getEncoder().encodeToString', 'Base64.encodeBase64String', 'Base64.getUrlDecoder().decode'],
  ...[
    'Decoders.BASE64.decode',
    'Decoders.BASE64URL.decode',
    'Base64Utils.encodeToString',
    'BaseEncoding.base64().decode',
  ],
  ...['Hex.decodeHex', 'Hex.decode', 'DatatypeConverter.parseHexBinary', 'DatatypeConverter.parseBase64Binary'],
  ...['HexFormat.of().parseHex', 'BigInteger', 'String', 'String.valueOf', 'ByteBuffer.wrap', 'Charset.encode'],
  // Python
  ...['bytes', 'bytearray.fromhex', 'bytes.fromhex', 'str', 'base64.b64decode', 'base64.b64encode'],
  ...['base64.urlsafe_b64encode', 'base64.urlsafe_b64decode', 'base64.b32decode', 'binascii.unhexlify'],
  ...['binascii.a2b_hex', 'codecs.decode', 'hashlib.sha256', 'hashlib.sha512', 'hashlib.sha1', 'hashlib.md5'],
  // PHP
  ...['hex2bin', 'base64_decode', 'base64_encode', 'bin2hex', 'str_repeat', 'substr', 'str_pad', 'chr', 'md5', 'sha1'],
  // JavaScript
  ...['Buffer.from', 'Buffer', 'CryptoJS.enc.Utf8.parse', 'CryptoJS.enc.Hex.parse', 'CryptoJS.enc.Base64.parse'],
  ...['crypto-js.enc.Utf8.parse', 'crypto-js.enc.Hex.parse', 'crypto-js.enc.Base64.parse', 'TextEncoder().encode'],
  ...['atob', 'btoa', 'crypto.createSecretKey'],
  // Go
  ...['encoding.hex.DecodeString', 'encoding.base64.StdEncoding.DecodeString', 'crypto.sha256.Sum256'],
  // C#
  ...['Convert.FromBase64String', 'Convert.FromHexString', 'Convert.ToBase64String'],
  ...['UTF8', 'ASCII', 'Unicode', 'Default', 'Latin1'].map((name) => `Encoding.${name}.GetBytes`),
  ...['UTF8Encoding.GetBytes', 'ASCIIEncoding.GetBytes', 'UnicodeEncoding.GetBytes'],
  ...['encoding.base64.URLEncoding.DecodeString', 'bytes.Repeat', 'strings.Repeat', 'slices.Clone', 'bytes.Clone'],
]);

/** Conversions whose result is an array of bytes or characters, which other code may overwrite. */
const TO_BYTES = new RegExp(
  `(?:^|\\.)(?:${[
    'getBytes|toCharArray|copyOf|copyOfRange|fromhex|Buffer\\.from|bytearray',
    'GetBytes|FromBase64String|FromHexString|ToCharArray',
  ].join('|')})$`,
);

export const givesBytes = ({ target, name }: EvaluatedCall): boolean =>
  TO_BYTES.test(name ?? '') || target.paths.some((path) => TO_BYTES.test(path));

export const fixedBytes = (run: Run, at: Place, written: WrittenPlace | undefined): Value =>
  run.newObject(at, objectOf('list', new Map(), valueLike(FIXED, { written })));

/** The first place, as far as known, of the constants that a value is or holds. */
export function whereWritten(run: Run, { written, objects }: Value, depth = MAX_DEPTH): WrittenPlace | undefined {
  if (written !== undefined || depth === 0) return written;
  for (const key of objects) {
    const object = run.state.object(key);
    if (object?.kind !== 'list') continue;
    for (const content of [object.rest, ...object.fields.values()]) {
      const place = whereWritten(run, content, depth - 1);
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

/** The same, of the values that a call gets. */
export const firstWritten = (run: Run, { receiver, args }: EvaluatedCall): WrittenPlace | undefined =>
  [...(receiver ? [receiver] : []), ...args.map(({ value }) => value)]
    .map((value) => whereWritten(run, value))
    .find((place) => place !== undefined);

/** Whether a call outside of the target makes its result of constants alone. */
export function makesOfConstants(run: Run, { target, receiver, name, args }: EvaluatedCall): boolean {
  if (target.functions.length + target.classes.length > 0) return false;
  // Nothing is made of an empty text.
  const isMethod = name !== undefined && CONVERTING.has(name) && receiver !== undefined && receiver.constant !== '';
  if (isMethod && isFixed(run, receiver)) return args.every(({ value }) => isOf(run, value));
  const [first] = args;
  if (first === undefined || first.isSpread || !target.paths.some((path) => CONVERSIONS.has(path))) return false;
  return isFixed(run, first.value) && args.every(({ value }) => isOf(run, value));
}

/** Whether an argument is free of input and, if it must be certain, made of constants alone. */
const isOf = (run: Run, value: Value): boolean =>
  value.taints.length === 0 && (run.proof === undefined || isFixed(run, value));
