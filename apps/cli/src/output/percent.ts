/** Shows how far something is on a terminal, and nothing elsewhere. */
export function percentOn(
  stream: NodeJS.WriteStream,
  what: string,
): { readonly update: (part: number) => void; readonly end: () => void } {
  let shown = false;
  return {
    update(part) {
      if (!stream.isTTY) return;
      shown = true;
      stream.write(`\r${what}: ${Math.floor(part * 100)} % `);
    },
    end() {
      if (shown) stream.write('\r\u001b[K');
      shown = false;
    },
  };
}
