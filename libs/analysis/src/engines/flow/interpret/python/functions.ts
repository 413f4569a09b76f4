import type { Effect } from '../effect';
import { patternOf, replacedIn } from '../replacing';
import { UNKNOWN } from '../values';

/** The content of a file does not come from whoever chose its name. */
const ofFile: Effect = () => UNKNOWN;

/** Functions of Python's own library. */
export const PYTHON_FUNCTIONS: Readonly<Record<string, Effect>> = {
  're.compile': ({ args }) => patternOf(args),
  're.sub': replacedIn,
  'pathlib.Path().read_text': ofFile,
  'pathlib.Path().read_bytes': ofFile,
};
