/** Something that happened: a type in the past tense and its data as plain JSON. A stream is a sequence of facts. */
export interface Fact<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * The types of a union of facts. A table that lacks one, or has one that is not in the union, does not compile: an
 * event that is added to the union asks for its place in every such table.
 */
export type FactTypes<Event extends Fact> = Readonly<Record<Event['type'], true>>;

/** Any type may be asked for, also that of a newer release. */
export const hasType = <Type extends string>(types: Readonly<Record<Type, true>>, type: string): type is Type =>
  Object.hasOwn(types, type);

/** Whether a fact is one of its union. A newer release may have written one that is not, whatever the type says. */
export const isOneOf = <Event extends Fact>(types: FactTypes<Event>, fact: Event): fact is Event =>
  hasType(types, fact.type);

/** How to fold facts into the state that a decision needs. */
export interface Model<State, Event> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
}
