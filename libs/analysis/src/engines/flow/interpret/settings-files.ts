import type { Place } from '../ir';
import { contentOf } from './contents';
import type { EvaluatedCall } from './evaluated-call';
import type { Run } from './run';
import { carriedBy } from './settings';
import { UNKNOWN, type Value, join, valueLike } from './values';
import { objectLike, objectOf } from './state';

/** Marks an object read from a settings file of the target: a key that the object lacks is not set. */
const READ = '\u0000read';

/** Reads the target's own settings files, as Java does. */
export function settingsCall(run: Run, { target, receiver, name, args, at }: EvaluatedCall): Value | undefined {
  const { settingsOf } = run.language;
  if (settingsOf === undefined) return undefined;
  const [first, second] = args.map(({ value }) => value);
  const opens = name === 'getResourceAsStream' || target.paths.some((path) => OPENING.has(path));
  if (opens && typeof first?.constant === 'string') return opened(run, first.constant, at);
  if (receiver === undefined || receiver.objects.length === 0 || first === undefined) return undefined;
  if (name === 'load') {
    for (const key of receiver.objects) {
      const object = run.state.object(key);
      if (object === undefined) continue;
      const loaded = first.objects.flatMap((each) => [...(run.state.object(each)?.fields ?? [])]);
      run.state.setObject(key, objectLike(object, { fields: new Map([...object.fields, ...loaded]) }));
    }
    return UNKNOWN;
  }
  if (name !== 'getProperty' || typeof first.constant !== 'string') return undefined;
  const own = contentOf(run, receiver, first.constant) ?? UNKNOWN;
  const isThere = receiver.objects.every((key) => run.state.object(key)?.fields.has(first.constant as string));
  const fallback = second ?? UNKNOWN;
  if (isThere) return own;
  const isRead = receiver.objects.every((key) => run.state.object(key)?.fields.has(READ));
  // Only the text is kept: where the program runs, the file may have another value, so no branch is ruled out.
  const unsure = valueLike(fallback, { constant: undefined });
  return isRead ? unsure : join(join(own, fallback), carriedBy(run, receiver));
}

const OPENING: ReadonlySet<string> = new Set(['FileInputStream', 'FileReader', 'Files.newInputStream']);

/** A stream of a settings file of the target; undefined for any other file. */
function opened(run: Run, path: string, at: Place): Value | undefined {
  const settings = run.language.settingsOf?.(path);
  if (settings === undefined) return undefined;
  const fields = new Map<string, Value>([...settings].map(([name, text]) => [name, valueLike(UNKNOWN, { text })]));
  return run.newObject(at, objectOf('map', fields.set(READ, UNKNOWN), UNKNOWN));
}
