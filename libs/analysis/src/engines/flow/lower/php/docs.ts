import { type Syntax, kindOf } from '../syntax';

/** The types that a comment names: of what it stands before, of its parameters, and of its properties. */
export interface Documented {
  readonly own?: string | undefined;
  readonly returned?: string | undefined;
  readonly parameters: ReadonlyMap<string, string>;
  readonly properties: ReadonlyMap<string, string>;
}

const NOTHING: Documented = { parameters: new Map(), properties: new Map() };
/** A tag, its type, and the variable that it is about. */
const TAG = /@(var|return|param|property(?:-read)?)[ \t]+([\w\\|?]+)(?![\w\\|?<[({])(?:[ \t]+&?(?:\.\.\.)?\$(\w+))?/g;
/** Text further down documents no more of them. */
const MAX_LENGTH = 20_000;
/** Types of the language itself, of which nothing follows. */
const OF_LANGUAGE = new RegExp(
  '^(?:string|int|integer|float|double|bool|boolean|array|mixed|callable|iterable|object|self|static|void|null|' +
    'false|true|resource|number|scalar|never)$',
  'i',
);

/** The types that the comment right before a node names. */
export function documented(node: Syntax): Documented {
  const comment = node.prev();
  if (comment === null || kindOf(comment) !== 'comment') return NOTHING;
  const text = comment.text().slice(0, MAX_LENGTH);
  if (!text.startsWith('/**') || !text.includes('@')) return NOTHING;
  const parameters = new Map<string, string>();
  const properties = new Map<string, string>();
  const types: { own?: string; returned?: string } = {};
  for (const [, tag, written, name] of text.matchAll(TAG)) {
    const type = classIn(written!);
    if (type === undefined) continue;
    if (tag === 'var') types.own ??= type;
    else if (tag === 'return') types.returned ??= type;
    else if (name !== undefined) (tag === 'param' ? parameters : properties).set(name, type);
  }
  return { ...types, parameters, properties };
}

/** The one class that a type names, which may also be missing: `Users`, `?Users`, `Users|null`. */
function classIn(written: string): string | undefined {
  const [only, ...others] = written
    .replace(/^\?/, '')
    .split('|')
    .filter((each) => !/^(?:null|false)?$/i.test(each));
  return only === undefined || others.length > 0 || OF_LANGUAGE.test(only) || /^\$|\?/.test(only) ? undefined : only;
}
