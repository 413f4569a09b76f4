/**
 * Whether a client would rather have its error as a problem (RFC 9457) than as plain JSON, by the weights of its Accept
 * header. A type that the client names wins over a wildcard. With equal weights a problem is sent, because a client
 * names that type only on purpose.
 */
export function prefersProblem(accept: string | undefined): boolean {
  const weights = new Map((accept ?? '').split(',').map(weighted));
  const problem = weights.get('application/problem+json') ?? 0;
  return problem > 0 && problem >= (weights.get('application/json') ?? 0);
}

function weighted(range: string): [type: string, weight: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}
