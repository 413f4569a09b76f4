import type { Change, FindingsCompared, FindingsLineEvent } from './line-events';
import type { Sighting } from './sighting';

/** A defect of a line: known by the id of the finding by which it was seen first. */
export interface LineEntry {
  readonly key: string;
  readonly sighting: Sighting;
  readonly state: 'open' | 'gone' | 'not_observed' | 'suppressed';
  /** Its last state while it counted: `never` if its target has suppressed it from first sight on. */
  readonly counted: 'never' | 'open' | 'gone';
}

/** A scan of which a chunk is said and another is missing: a process died between the two. */
interface Unfinished {
  readonly scanPosition: number;
  /** The earlier states of the entries. */
  readonly before: Map<string, LineEntry | undefined>;
  readonly paths: string;
}

/**
 * A line, folded from its events. It is changed in place: it may hold a million defects, and is read again for each
 * comparison.
 */
export class FoldedLine {
  private readonly entries = new Map<string, LineEntry>();
  private through = 0;
  private narrowed = '';
  private unfinished: Unfinished | undefined;
  deleted = false;

  /** A fact of a type that it does not know is passed over. */
  apply(event: FindingsLineEvent): void {
    if (event.type === 'FindingsLineDeleted') {
      this.deleted = true;
      this.entries.clear();
    } else if (event.type === 'FindingsCompared') this.compared(event.data);
  }

  /** Whether a scan still has its turn: later ones may have been compared by another process meanwhile. */
  awaits(scanPosition: number): boolean {
    return !this.deleted && scanPosition > this.through && scanPosition >= (this.unfinished?.scanPosition ?? 0);
  }

  /** The digest of the paths that the earlier scan was restricted to, as far as a fact says it. */
  pathsBefore(scanPosition: number): string {
    return this.unfinished?.scanPosition === scanPosition ? this.unfinished.paths : this.narrowed;
  }

  /** The defects as they were before the scan, in the order in which they were first seen. */
  *before(scanPosition: number): Iterable<LineEntry> {
    const before = this.unfinished?.scanPosition === scanPosition ? this.unfinished.before : undefined;
    for (const [key, entry] of this.entries) {
      const was = before?.has(key) ? before.get(key) : entry;
      if (was) yield was;
    }
  }

  /** Whether the scan's change of a defect is recorded already. */
  isRecorded(scanPosition: number, key: string): boolean {
    return this.unfinished?.scanPosition === scanPosition && this.unfinished.before.has(key);
  }

  private compared({ scanPosition, changes, last, paths }: FindingsCompared['data']): void {
    if (this.unfinished?.scanPosition !== scanPosition)
      this.unfinished = { scanPosition, before: new Map(), paths: this.narrowed };
    for (const change of changes) {
      if (!this.unfinished.before.has(change.key)) this.unfinished.before.set(change.key, this.entries.get(change.key));
      const entry = changed(this.entries.get(change.key), change);
      if (entry) this.entries.set(change.key, entry);
    }
    this.narrowed = paths;
    if (!last) return;
    this.through = Math.max(this.through, scanPosition);
    this.unfinished = undefined;
  }
}

/** A defect of which one scan is known alone. */
export const seenFirst = (sighting: Sighting): LineEntry =>
  sighting.suppressed
    ? { key: sighting.findingId, sighting, state: 'suppressed', counted: 'never' }
    : { key: sighting.findingId, sighting, state: 'open', counted: 'open' };

/** The state of a defect after a change. */
export function changed(entry: LineEntry | undefined, change: Change): LineEntry | undefined {
  switch (change.kind) {
    case 'new':
    case 'changed':
    case 'reopened':
    case 'observed':
      return { key: change.key, sighting: change.now, state: 'open', counted: 'open' };
    case 'suppressed':
      return { key: change.key, sighting: change.now, state: 'suppressed', counted: entry?.counted ?? 'never' };
    case 'gone':
      return entry && { ...entry, state: 'gone', ...(change.suppressed !== true && { counted: 'gone' }) };
    case 'not_observed':
      return entry && { ...entry, state: 'not_observed' };
    default:
      return entry;
  }
}
