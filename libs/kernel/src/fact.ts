/** Something that happened: a type in the past tense and its data as plain JSON. A stream is a sequence of facts. */
export interface Fact<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** How to fold facts into the state that a decision needs. */
export interface Model<State, Event> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
}
