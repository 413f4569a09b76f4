/** Keeps what is worked out of one thing, such as a file or a pass, as long as it is there: rules ask for it often. */
export function remembered<Key extends object, Value>(workOut: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: workOut(key) };
    known.set(key, found);
    return found.value;
  };
}
