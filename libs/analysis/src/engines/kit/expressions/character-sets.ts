const UNITS = 65_536;

/** More classes than this are in no expression that a person wrote. */
const MOST_CLASSES = 512;

/** Characters that an expression does not tell apart are one class. */
export interface Alphabet {
  /** The classes that an atom matches, a bit each. */
  classesOf(atom: string): bigint;
  /** A character of one of these classes, of those that can be read if there is one. */
  oneOf(classes: bigint): string;
}

/** Undefined if the atoms tell too many classes apart. */
export function alphabetOf(atoms: ReadonlySet<string>, flags: string): Alphabet | undefined {
  const classOf = new Uint16Array(UNITS);
  let count = 1;
  for (const atom of atoms) {
    const units = unitsOf(atom, flags);
    const split = new Int16Array(count * 2).fill(-1); // class and membership → new class
    let next = 0;
    for (let unit = 0; unit < UNITS; unit += 1) {
      const key = classOf[unit]! * 2 + units[unit]!;
      if (split[key] === -1) split[key] = next++;
      classOf[unit] = split[key]!;
    }
    count = next;
    if (count > MOST_CLASSES) return undefined;
  }
  const shown = Array.from({ length: count }, () => '');
  for (const character of [...READABLE, ...everyUnit()]) shown[classOf[character.charCodeAt(0)]!] ||= character;
  const known = new Map<string, bigint>();
  return {
    classesOf(atom) {
      let classes = known.get(atom);
      if (classes === undefined) {
        classes = 0n;
        const units = unitsOf(atom, flags);
        for (const [index, character] of shown.entries())
          if (units[character.charCodeAt(0)]) classes |= 1n << BigInt(index);
        known.set(atom, classes);
      }
      return classes;
    },
    oneOf: (classes) => shown.find((_, index) => (classes >> BigInt(index)) & 1n)!,
  };
}

/** Letters, digits and signs are read more easily in a text that is shown. */
const READABLE = [
  ...'a0 -_.,;:/<>()[]{}=+*\'"\t\n',
  ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)),
];

const known = new Map<string, Uint8Array>();

/**
 * The code units that an atom such as `\d` or `[^>]` matches, 1 or 0 each. The engine of this process is asked, so that
 * nothing about classes and case has to be known here.
 */
function unitsOf(atom: string, flags: string): Uint8Array {
  const mattering = [...flags].filter((flag) => flag === 'i' || flag === 's').join('');
  const key = `${mattering}/${atom}`;
  let units = known.get(key);
  if (!units) {
    units = new Uint8Array(UNITS);
    if (atom.length === 1 && atom !== '.' && !flags.includes('i')) units[atom.charCodeAt(0)] = 1;
    else
      for (const run of everyUnit().matchAll(new RegExp(`(?:${atom})+`, `g${mattering}`)))
        units.fill(1, run.index, run.index + run[0].length);
    known.set(key, units);
  }
  return units;
}

let units: string | undefined;

/** A text of all code units in their order. */
function everyUnit(): string {
  units ??= Array.from({ length: UNITS / 256 }, (_, high) =>
    String.fromCharCode(...Array.from({ length: 256 }, (__, low) => high * 256 + low)),
  ).join('');
  return units;
}
