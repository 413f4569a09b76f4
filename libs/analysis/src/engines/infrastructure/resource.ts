import type { View } from './view';

/** A resource as rules ask for it, in whatever language it is written. */
export interface Judged {
  readonly type: string;
  readonly name: string;
  readonly view: View;
  /** Whether its authors told another tool to accept what a rule says of it. */
  readonly isAccepted?: (rule: string) => boolean;
}

export interface Companions<Resource> {
  /** Those that name the resource for certain. */
  readonly sure: readonly Resource[];
  /** Whether others may. */
  readonly doubtful: boolean;
}

/** Knows which resources belong together: a bucket and its versioning, a firewall and its rules. */
export interface Neighbours<Resource> {
  /** The resources of a type that name this one in an attribute. */
  find(resource: Resource, type: string, by: string): Companions<Resource>;
  /** The resources of a type that an attribute names. */
  named(resource: Resource, by: string, type: string): readonly Resource[];
}
