import { bitOf } from '../../rules';
import type { EvaluatedArgument } from '../evaluated-call';
import { type Effect, taintOf } from '../effect';
import { HOLE, OWN_PART, UNKNOWN, type Value, carrying, constantOf, joinedText, madeSafe, valueLike } from '../values';

const OWN: Value = valueLike(UNKNOWN, { text: OWN_PART });
const ELSEWHERE = bitOf('open-redirect') | bitOf('request-forgery');

const partNamed = (named: readonly EvaluatedArgument[], name: string): Value | undefined =>
  named.find((argument) => argument.name === name)?.value;

/** `url.URL{Scheme: "https", Host: host, Path: path}`: its host decides where it leads. */
export const address: Effect = ({ named }) => {
  const host = partNamed(named, 'Host');
  if (host === undefined) return undefined;
  const parts = ['Path', 'RawPath', 'RawQuery', 'Opaque', 'Fragment'].flatMap((name) => partNamed(named, name) ?? []);
  return joinedText([partNamed(named, 'Scheme') ?? OWN, constantOf('://'), host, constantOf('/'), ...parts]);
};

/** `url.Parse(text)` */
export const addressRead: Effect = ({ run, args: [value = UNKNOWN] }) =>
  valueLike(taintOf(run, value), { ...(value.text !== undefined && { text: value.text }) });

/** `base.ResolveReference(path)`: a path stays on the host of the base. */
export const resolved: Effect = ({ run, receiver, args: [reference] }) => {
  if (reference === undefined) return undefined;
  const { text = '' } = reference;
  const isPath = /^\/[^/\\]/.test(text) && text[1] !== HOLE;
  const value = taintOf(run, reference);
  return carrying([taintOf(run, receiver), isPath ? madeSafe(value, ELSEWHERE) : value]);
};
