import { isTemporary } from '../lower/scope';

/** The root of the guards of sources; it is no place of the program. */
const SOURCE = 'source';
/** Places with guards are found by this many of the names that they begin with: `v3.query.id` has three. */
const MOST_NAMES = 8;

const NO_PLACES: readonly string[] = [];

/**
 * Numbers for the variables and places that a state and its forks know, so that a table holds what is known of them.
 * Temporary variables have negative ones.
 */
export class NumberedPlaces {
  /** The places by their numbers. */
  readonly names: string[] = [];
  /** Temporary variables: the first one, with the number -1, is at 0. */
  readonly temporary: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly guarded = new Set<string>();
  /** The places with guards, by the places that they begin with. */
  private readonly below = new Map<string, string[]>();
  private readonly ofSources = new Map<string, string>();

  numberOf(place: string): number | undefined {
    return this.numbers.get(place);
  }

  /** The number of a place, which gets one if it has none. */
  numbered(place: string): number {
    const known = this.numbers.get(place);
    if (known !== undefined) return known;
    const isNamed = !isTemporary(place);
    const names = isNamed ? this.names : this.temporary;
    const number = isNamed ? names.length : ~names.length;
    names.push(place);
    this.numbers.set(place, number);
    return number;
  }

  /** Records that a state knows a guard of a place. */
  guard(place: string): void {
    if (this.guarded.has(place)) return;
    this.guarded.add(place);
    let end = -1;
    for (let count = 0; count < MOST_NAMES; count += 1) {
      end = place.indexOf('.', end + 1);
      const begin = end < 0 ? place : place.slice(0, end);
      const beside = this.below.get(begin);
      if (beside) beside.push(place);
      else this.below.set(begin, [place]);
      if (end < 0) return;
    }
  }

  /** The places with guards that are a place, or below it. */
  guardedWithin(place: string): readonly string[] {
    let end = -1;
    for (let count = 0; count < MOST_NAMES; count += 1) {
      end = place.indexOf('.', end + 1);
      if (end < 0) return this.below.get(place) ?? NO_PLACES;
    }
    const beside = this.below.get(place.slice(0, end));
    return beside?.filter((each) => each === place || each.startsWith(`${place}.`)) ?? NO_PLACES;
  }

  /** Whether there are guards of sources. */
  get hasGuardedSources(): boolean {
    return this.below.has(SOURCE);
  }

  /** The place that stands for all values from a source: the same text each time, which is found without reading it. */
  ofSource(source: string): string {
    let place = this.ofSources.get(source);
    if (place === undefined) {
      place = `${SOURCE}.${source}`;
      this.ofSources.set(source, place);
    }
    return place;
  }
}
