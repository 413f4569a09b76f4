import type { Effect } from '../effect';
import { patternOf, replacedIn } from '../replacing';
import { newList } from '../contents';
import { UNKNOWN, valueLike } from '../values';

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

/** Functions of Python's own library, and of others that it is read with. */
export const PYTHON_FUNCTIONS: Readonly<Record<string, Effect>> = {
  'io.StringIO': builder,
  're.compile': ({ args }) => patternOf(args),
  're.sub': replacedIn,
  'pathlib.Path().read_text': ofFile,
  'pathlib.Path().read_bytes': ofFile,
  'lxml.etree.XMLParser': xmlParser,
};
