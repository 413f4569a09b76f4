import type { Effect } from '../effect';
import { patternOf, replacedIn } from '../replacing';
import { UNKNOWN } from '../values';

/** What lies in a file does not come from whoever names it. */
const ofFile: Effect = () => UNKNOWN;

/** What modules of Python's own library do. */
export const PYTHON_FUNCTIONS: Readonly<Record<string, Effect>> = {
  're.compile': ({ args }) => patternOf(args),
  're.sub': replacedIn,
  'pathlib.Path().read_text': ofFile,
  'pathlib.Path().read_bytes': ofFile,
};
