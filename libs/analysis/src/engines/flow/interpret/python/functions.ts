import type { Effect } from '../effect';
import { patternOf, replacedIn } from '../replacing';
import { anyContentOf, newList, newMap, putContent } from '../contents';
import { noteKept, withOwnFields } from '../function-objects';
import { fieldOf } from '../sources';
import { UNKNOWN, type Value, join, stepped, valueLike } from '../values';

/** A file in memory: its content is all that was written to it. */
const builder: Effect = ({ run, args, at }) => newList(run, at, args.slice(0, 1));

/** The content of a file does not come from whoever chose its name. */
const ofFile: Effect = () => UNKNOWN;

/** A parser that is told not to resolve entities is known as one; any other one is not. */
const xmlParser: Effect = ({ named }) => {
  const resolves = named.find(({ name }) => name === 'resolve_entities');
  const isSafe = resolves !== undefined && resolves.value.constant === false;
  return isSafe ? valueLike(UNKNOWN, { paths: ['lxml.etree.XMLParser() without entities'] }) : undefined;
};

/** A queue or list of what it is made with. */
const queue: Effect = ({ run, args: [all], at }) =>
  all === undefined || all.objects.length + all.taints.length === 0
    ? newList(run, at, [])
    : newMap(run, at, new Map(), anyContentOf(run, all));

const emptyQueue: Effect = ({ run, at }) => newList(run, at, []);

/** A map that makes a list or map where it has no value: all that it makes count as one. */
const defaulting: Effect = ({ run, args: [maker], at }) => {
  const isOf = (...names: readonly string[]) => maker?.paths.some((path) => names.includes(path)) === true;
  if (isOf('list', 'set', 'collections.deque')) return newMap(run, at, new Map(), newList(run, at + 0.5, []));
  return newMap(run, at, new Map(), isOf('dict') ? newMap(run, at + 0.5) : UNKNOWN);
};

/** `SimpleNamespace(name=value)` */
const namespace: Effect = ({ run, named, at }) =>
  newMap(run, at, new Map(named.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const]))));

const nameIn = ({ constant }: Value): string | undefined => (typeof constant === 'string' ? constant : undefined);

/** `setattr(object, "name", value)` */
const fieldSet: Effect = ({ run, args: [object, name, value], at }) => {
  if (object === undefined || name === undefined || value === undefined) return undefined;
  const field = nameIn(name);
  const holder = withOwnFields(run, object);
  noteKept(run, holder !== object, value);
  putContent(run, holder, field, stepped(value, run.file, at, `stored in ${field ?? 'a field'}`));
  return UNKNOWN;
};

/** `getattr(object, "name", None)` */
const fieldRead: Effect = ({ run, args: [object, name, otherwise = UNKNOWN], at }) => {
  const field = name && nameIn(name);
  return object === undefined || field === undefined ? undefined : join(fieldOf(run, object, field, at), otherwise);
};

/** Functions of Python's own library, and of others that it is read with. */
export const PYTHON_FUNCTIONS: Readonly<Record<string, Effect>> = {
  'io.StringIO': builder,
  'collections.deque': queue,
  ...Object.fromEntries(['Queue', 'LifoQueue', 'SimpleQueue'].map((name) => [`queue.${name}`, emptyQueue])),
  'asyncio.Queue': emptyQueue,
  'collections.defaultdict': defaulting,
  'collections.OrderedDict': ({ run, args, at }) => (args.length === 0 ? newMap(run, at) : undefined),
  'types.SimpleNamespace': namespace,
  setattr: fieldSet,
  getattr: fieldRead,
  're.compile': ({ args }) => patternOf(args),
  're.sub': replacedIn,
  'pathlib.Path().read_text': ofFile,
  'pathlib.Path().read_bytes': ofFile,
  'lxml.etree.XMLParser': xmlParser,
};
