import { bitOf } from '../../rules';
import { append, newList, setElements } from '../contents';
import { type Effect, type Method, isObject, taintOf } from '../effect';
import type { Run } from '../run';
import { PUT, UNKNOWN, type Value, doubted, madeSafe, stepped, valueLike } from '../values';

const OF_TEXT = /^(?:strings\.Builder|bytes\.Buffer)$/;

/** Whether a value is a buffer or a builder, or a struct that embeds one: what is written into it are its elements. */
const isBuffer = (run: Run, { objects }: Value): boolean =>
  objects.length > 0 &&
  objects.every((key) => {
    const object = run.state.object(key);
    if (object?.kin) return object.kin.paths.some((path) => OF_TEXT.test(path));
    return object?.kind === 'list';
  });

/** A part of a text: of a list of bytes, only the input in it is known. */
const partOf = (run: Run, value: Value): Value => (isObject(value) ? taintOf(run, value) : value);

function put(run: Run, buffer: Value, values: readonly Value[], at: number): Value {
  for (const value of values) append(run, buffer, stepped(partOf(run, value), run.file, at, PUT));
  return UNKNOWN;
}

/** `buffer.WriteString(text)`: how many bytes were written is a number. */
export const writing: Effect = ({ run, receiver, args, at }) =>
  isBuffer(run, receiver) ? put(run, receiver, args, at) : undefined;

/** `fmt.Fprintf(&buffer, …)`; rows judge what is written elsewhere. */
export const written =
  (made: Effect): Effect =>
  (method) => {
    const [buffer = UNKNOWN, ...others] = method.args;
    if (!isBuffer(method.run, buffer)) return undefined;
    return put(method.run, buffer, [made({ ...method, args: others }) ?? UNKNOWN], method.at);
  };

/** `io.Copy(&buffer, source)`: the input that the source carries. */
export const read: Effect = ({ run, args: [from = UNKNOWN] }) => taintOf(run, from);

/** `bytes.NewBuffer(bytes)` begins with a content. */
export const newBuffer: Effect = ({ run, at, args }) =>
  newList(
    run,
    at,
    args.filter(({ constant }) => constant !== null).map((value) => partOf(run, value)),
  );

/** `buffer.Reset()` */
export const emptied: Effect = ({ run, receiver }) => {
  if (!isBuffer(run, receiver)) return undefined;
  const [key, ...others] = receiver.objects;
  if (others.length === 0 && run.state.object(key!)?.kin === undefined) setElements(run, receiver, []);
  return UNKNOWN;
};

/** `bufio.NewWriter(&buffer)`, `io.MultiWriter(&buffer, file)`: what is written there gets into the buffer. */
export const around: Effect = ({ run, args }: Method) => {
  const objects = args.filter((value) => isBuffer(run, value)).flatMap((value) => value.objects);
  return objects.length === 0 ? undefined : valueLike(UNKNOWN, { objects: [...new Set(objects)] });
};

/** `io.TeeReader(source, &buffer)`: what is read also gets into the buffer. */
export const teed: Effect = ({ run, args: [from = UNKNOWN, buffer = UNKNOWN], at }) => {
  const value = taintOf(run, from);
  if (isBuffer(run, buffer)) put(run, buffer, [value], at);
  return value;
};

/** `encoder.Encode(value)` writes JSON, in which no tag stands. */
export const encoded: Effect = ({ run, receiver, args: [value = UNKNOWN], at }) => {
  const isJson = receiver.paths.includes('encoding.json.NewEncoder()');
  if (!isJson || !isBuffer(run, receiver)) return undefined;
  return put(run, receiver, [madeSafe(taintOf(run, value), bitOf('cross-site-scripting'))], at);
};

/** `template.Execute(&buffer, data)`: which parts of the data the template shows is not known. */
export const executed =
  (mask: number): Effect =>
  ({ run, args, at }) => {
    const [buffer = UNKNOWN] = args;
    if (!isBuffer(run, buffer)) return undefined;
    return put(run, buffer, [doubted(madeSafe(taintOf(run, args.at(-1)!), mask), 'composed')], at);
  };
