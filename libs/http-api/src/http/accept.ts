/**
 * Whether a client would rather have its error as a problem (RFC 9457) than as plain JSON, by the weights of its Accept
 * header. What it names itself wins over a wildcard, and of two with one weight the problem wins, which nobody names by
 * accident.
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
