export function Note({ text }: { text: string }) {
  outer: for (const letter of text) {
    if (letter === ' ') continue outer;
  }
  return (
    <>
      <p>{text}</p>
    </>
  );
}
export {};
