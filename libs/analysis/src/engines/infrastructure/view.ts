import type { Value } from './value';

/** Counted from 1, in UTF-16 code units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** In a template: which setting decides what stands there, and where that is written. */
  readonly decidedBy?: string;
}

export interface Found {
  readonly value: Value;
  readonly at: Place;
  /** Whether another value may be given, and this one is the default. */
  readonly byDefault?: boolean;
  /** The variable that has the value, where nothing else is written: `var.password`. */
  readonly variable?: string;
}

export interface Blocks {
  readonly views: readonly View[];
  readonly open: boolean;
}

/** A block, or an object that stands for one, as rules ask for it. */
export interface View {
  readonly at: Place;
  value(name: string): Found | undefined;
  /** The names of its attributes. */
  names(): readonly string[];
  /** The blocks of a type. More may be there where it is open. */
  blocks(type: string): Blocks;
  /** Whether it may have attributes and blocks that are not known. */
  readonly open: boolean;
}
