import type { Place } from '../ir';
import { contentOf } from './contents';
import { imported } from './modules';
import type { Run } from './run';
import type { Closure, Value } from './values';

/** A server of remote calls offers at most so many methods of one object. */
const MOST_METHODS = 200;
/** `__construct`, `__get`: the language calls them. */
const OF_LANGUAGE = /^(?:__\w+|constructor)$/;

/** The public methods of an object that clients elsewhere may call: `$server->setObject(new Api())`. */
export function offeredMethods(run: Run, value: Value, at: Place): readonly Closure[] {
  const instance = instanceNamed(run, value, at);
  const names = instance.objects.flatMap((key) => [...(run.state.object(key)?.kin?.methods.keys() ?? [])]);
  return [...new Set(names)]
    .filter((name) => !OF_LANGUAGE.test(name))
    .flatMap((name) => contentOf(run, instance, name)?.functions ?? [])
    .filter(({ form }) => form.isHidden !== true)
    .slice(0, MOST_METHODS);
}

/** `$server->setClass(Api::class)`: an instance of the class of the name. */
function instanceNamed(run: Run, value: Value, at: Place): Value {
  const { constant, objects } = value;
  if (objects.length > 0 || typeof constant !== 'string' || !/^[\w\\]+$/.test(constant)) return value;
  const [form] = imported(run, `class ${constant.replace(/^\\/, '')}`, undefined).classes;
  return form === undefined ? value : run.instantiate(form, [], at);
}
