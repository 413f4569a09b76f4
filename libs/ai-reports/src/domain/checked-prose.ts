import { isRecord } from '@assay/kernel';
import { type Brief, type Evidence, SLOTS, type Slot, evidenceOf, slotsOf } from './brief';

/** A sentence as the writer returns it. */
export interface DraftSentence {
  readonly text: string;
  /** References of the evidence that it cites. */
  readonly cites: readonly string[];
}
export type Draft = Readonly<Partial<Record<Slot, readonly DraftSentence[]>>>;

export interface CheckedSentence {
  readonly text: string;
  readonly findingIds: readonly string[];
  readonly total: number;
}
export type Prose = Readonly<Record<Slot, readonly CheckedSentence[]>>;

/** Why a sentence was left out. */
export type DropReason = 'malformed' | 'too_long' | 'unsafe_text' | 'unknown_evidence' | 'unknown_number' | 'too_many';

export interface Checked {
  readonly prose: Prose;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
  /** The requested slots that have no sentence left. */
  readonly empty: readonly Slot[];
}

/** The most characters of a sentence. */
export const LONGEST_SENTENCE = 400;
const IDS_SHOWN = 20;

/**
 * Takes from a draft the sentences that the evidence supports, and counts the others. A sentence must cite evidence of
 * the brief, and each number in it must be one of that evidence.
 */
export function checkedProse(draft: unknown, brief: Brief): Checked {
  const evidence = evidenceOf(brief);
  const dropped = new Map<DropReason, number>();
  const asked = slotsOf(brief.format);
  const prose = Object.fromEntries<CheckedSentence[]>(Object.keys(SLOTS).map((slot) => [slot, []])) as Record<
    Slot,
    CheckedSentence[]
  >;
  for (const slot of asked)
    for (const sentence of sentencesOf(draft, slot)) {
      const checked = prose[slot].length >= SLOTS[slot].most ? 'too_many' : checkedSentence(sentence, evidence);
      if (typeof checked === 'string') dropped.set(checked, (dropped.get(checked) ?? 0) + 1);
      else prose[slot].push(checked);
    }
  return { prose, dropped: Object.fromEntries(dropped), empty: asked.filter((slot) => prose[slot].length === 0) };
}

/** The sentences of a slot. A value that is not a list counts as one malformed sentence; a missing slot has none. */
function sentencesOf(draft: unknown, slot: Slot): readonly unknown[] {
  const value = isRecord(draft) ? draft[slot] : undefined;
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The sentence if the evidence that it cites supports it, else the reason why it is left out. */
export function checkedSentence(
  sentence: unknown,
  evidence: ReadonlyMap<string, Evidence>,
): CheckedSentence | DropReason {
  if (!isRecord(sentence) || typeof sentence['text'] !== 'string' || !isListOfTexts(sentence['cites']))
    return 'malformed';
  const text = sentence['text'].trim();
  const cites = [...new Set(sentence['cites'])];
  if (text === '' || cites.length === 0) return 'malformed';
  if (text.length > LONGEST_SENTENCE) return 'too_long';
  const named = cites.map((ref) => evidence.get(ref));
  if (!named.every((one) => one !== undefined)) return 'unknown_evidence';
  const claims = withoutQuotes(text, named);
  if (CONTROL.test(text) || MARKUP.test(claims)) return 'unsafe_text';
  if (!hasKnownNumbers(claims, named)) return 'unknown_number';
  return {
    text,
    findingIds: [...new Set(named.flatMap(({ findingIds }) => findingIds))].slice(0, IDS_SHOWN),
    total: Math.max(...named.map(({ total }) => total)),
  };
}

/** A report quotes text of the target. These characters would let that text change the layout of a page or a letter. */
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const MARKUP = /[<>]|\w:\/\/|\]\(|```/;

/** The sentence's own claims, without quoted names, titles and paths of the evidence. */
function withoutQuotes(text: string, named: readonly Evidence[]): string {
  const names = named.flatMap(({ facts }) => textsIn(facts)).sort((a, b) => b.length - a.length);
  return names.reduce((rest, name) => {
    const unquoted = rest.replaceAll(`“${name}”`, ' ');
    return needsQuotes(name) ? unquoted : unquoted.replaceAll(name, ' ');
  }, text);
}

/** Without quotation marks a name of digits alone would hide a claim. */
export const needsQuotes = (name: string): boolean => name.length < 3 || /^[\d\s.,]+$/.test(name);

const NUMBER_WORDS = new Map(
  (
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
    'nineteen twenty'
  )
    .split(' ')
    .map((word, index) => [word, index + 2]),
);
/** Vague quantities, which no figure of the evidence supports. */
const VAGUE_QUANTITY = new RegExp(
  '\\b((dozen|hundred|thousand|million|billion|thirty|forty|fifty|sixty|seventy|eighty|ninety)s?|' +
    'half|twice|double|triple)\\b',
  'i',
);

function hasKnownNumbers(claims: string, named: readonly Evidence[]): boolean {
  if (VAGUE_QUANTITY.test(claims)) return false;
  const known = new Set(named.flatMap(({ facts, total }) => [...numbersIn(facts), total]));
  return numbersNamed(claims).every((number) => known.has(number));
}

function numbersNamed(text: string): number[] {
  const figures = [...text.matchAll(/\d+(?:[.,]\d+)*/g)].map(([figure]) => Number(figure.replaceAll(',', '')));
  const words = [...text.toLowerCase().matchAll(/[a-z]+/g)].flatMap(([word]) => NUMBER_WORDS.get(word) ?? []);
  return [...figures, ...words];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  return isRecord(value) ? Object.values(value).flatMap(numbersIn) : [];
}

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
