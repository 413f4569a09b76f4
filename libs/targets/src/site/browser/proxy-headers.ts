/** RFC 9110, 7.6.1, and what speaks to the proxy itself. `Expect` is answered by the proxy. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/**
 * The headers that are meant for the other end, as they came: names and values in turn, those that come twice included.
 */
export function endToEndHeaders(raw: readonly string[]): string[] {
  const named = new Set<string>();
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]!.toLowerCase() === 'connection')
      for (const name of raw[index + 1]!.split(',')) named.add(name.trim().toLowerCase());
  const kept: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    if (!HOP_BY_HOP.has(name) && !named.has(name)) kept.push(raw[index]!, raw[index + 1]!);
  }
  return kept;
}
