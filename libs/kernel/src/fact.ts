/** Something that happened: a type in the past tense and its data, plain JSON. What a stream is made of. */
export interface Fact<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** How facts become the state that a decision needs. */
export interface Model<State, Event> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
}
