/** Numbers from a seed, the same on every machine (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof randomFrom>;

/** Values at which sizes, counts and offsets go wrong. */
const INTERESTING = [
  0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
];

const MUTATIONS: readonly ((bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer)[] = [
  (bytes, random) => {
    if (bytes.length > 0) bytes[random(bytes.length)]! ^= 1 << random(8);
    return bytes;
  },
  (bytes, random) => {
    if (bytes.length > 0) bytes[random(bytes.length)] = INTERESTING[random(8)]!;
    return bytes;
  },
  (bytes, random) => {
    if (bytes.length >= 4) bytes.writeUInt32LE(INTERESTING[random(INTERESTING.length)]!, random(bytes.length - 3));
    return bytes;
  },
  (bytes, random) => {
    if (bytes.length >= 4) bytes.writeUInt32BE(INTERESTING[random(INTERESTING.length)]!, random(bytes.length - 3));
    return bytes;
  },
  (bytes, random) => {
    if (bytes.length >= 2) bytes.writeUInt16LE(INTERESTING[random(12)]!, random(bytes.length - 1));
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => {
    const [from, length] = [random(bytes.length + 1), random(64)];
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
  },
  (bytes, random) => {
    const [from, length] = [random(bytes.length + 1), random(256)];
    const piece = bytes.subarray(from, from + length);
    return Buffer.concat([bytes.subarray(0, from), ...Array<Buffer>(1 + random(20)).fill(piece), bytes.subarray(from)]);
  },
  (bytes, random, others) => {
    const other = others[random(others.length)]!;
    const at = random(other.length + 1);
    const from = random(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, from), other.subarray(at, at + random(512)), bytes.subarray(from)]);
  },
];

/** One of the samples with one to eight mistakes in it, most often with few. */
export function mutated(samples: readonly Buffer[], random: Random, tokens: readonly Buffer[] = []): Buffer {
  let bytes = Buffer.from(samples[random(samples.length)]!);
  for (let left = 1 + random(1 + random(8)); left > 0; left -= 1)
    bytes = Buffer.from(MUTATIONS[random(MUTATIONS.length)]!(bytes, random, [...samples, ...tokens]));
  return bytes;
}
