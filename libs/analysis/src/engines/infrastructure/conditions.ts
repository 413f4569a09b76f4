import type { Condition, Scalar } from '../../catalogue/infrastructure/condition';
import { HOLE, type Value, isList, isText, isUnknown, isWhole, numberOf, readAlike } from './value';
import { listensToTheWorld, portsIn } from './network';
import { type Occurrence, occurrencesOf } from './occurrences';
import { policyHas } from './policies';
import { isMildSecret, isSecret } from './secrets';
import type { Judged, Neighbours } from './resource';
import { NO, PERHAPS, type Verdict, allOf, anyOf, yes } from './verdict';
import type { View } from './view';

/** Whether what the condition says is wrong is so. */
export function judge<Resource extends Judged>(
  condition: Condition,
  resource: Resource,
  view: View,
  others: Neighbours<Resource>,
): Verdict {
  switch (condition.op) {
    case 'all':
      return allOf(
        condition.of.map((each) => judge(each, resource, view, others)),
        view.at,
      );
    case 'any':
      return anyOf(condition.of.map((each) => judge(each, resource, view, others)));
    case 'not': {
      const { truth } = judge(condition.of, resource, view, others);
      return truth === undefined ? PERHAPS : truth ? NO : yes(view.at, '');
    }
    case 'milder': {
      const verdict = judge(condition.of, resource, view, others);
      if (verdict.truth !== true) return verdict;
      return judge(condition.where, resource, view, others).truth === true ? { ...verdict, isMild: true } : verdict;
    }
    case 'some': {
      const { views, open } = blocksAt(view, condition.path.split('.'));
      const verdicts = views.map((inner) => judge(condition.of, resource, inner, others));
      return anyOf(open ? [...verdicts, PERHAPS] : verdicts);
    }
    case 'without':
    case 'with':
      return companions(condition, resource, others);
    case 'refers': {
      const { path, type, where } = condition;
      return anyOf(
        others.named(resource, path, type).map((other) => {
          const { truth } = judge(where, other, other.view, others);
          return truth === true ? yes(view.at, `${path} is of ${other.type}.${other.name}`) : { truth };
        }),
      );
    }
    case 'secrets': {
      const { views, open } = blocksAt(view, condition.path.split('.'));
      const verdicts = views.flatMap((inner) => secretsIn(inner, condition));
      return anyOf(open ? [...verdicts, PERHAPS] : verdicts);
    }
    case 'called':
      return isCalled(condition, resource, view) ? yes(view.at, 'its name says so') : NO;
    case 'fewer':
      return fewer(condition, view);
    case 'ports':
      return portsIn(condition, view);
    case 'absent':
    case 'isnt':
    case 'lacks':
      return anyOf(occurrencesOf(view, condition.path.split('.')).map((each) => ofLacking(condition, each)));
    default:
      return anyOf(occurrencesOf(view, condition.path.split('.')).map((each) => ofPresent(condition, each)));
  }
}

function blocksAt(view: View, path: readonly string[]): { views: readonly View[]; open: boolean } {
  const [name = '', ...rest] = path;
  const { views, open } = view.blocks(name);
  if (rest.length === 0) return { views, open: open || (view.open && views.length === 0) };
  const inner = views.map((each) => blocksAt(each, rest));
  return { views: inner.flatMap((each) => each.views), open: open || inner.some((each) => each.open) };
}

function isCalled(
  { paths, pattern }: Extract<Condition, { op: 'called' }>,
  { name }: Pick<Judged, 'name'>,
  view: View,
): boolean {
  const texts = paths.flatMap((path) => occurrencesOf(view, path.split('.')).map(({ value }) => value)).filter(isText);
  return [name, ...texts].some((text) => pattern.test(text.replaceAll(HOLE, ' ')));
}

function fewer({ path, than }: Extract<Condition, { op: 'fewer' }>, view: View): Verdict {
  const names = path.split('.');
  const [first] = occurrencesOf(view, names);
  if (first === undefined || first.state === 'absent') return NO;
  if (first.state === 'unknown') return PERHAPS;
  const { views, open } = blocksAt(view, names);
  const items = first.state === 'block' ? views.length : isList(first.value) ? first.value.items.length : undefined;
  if (items === undefined || open || (isList(first.value) && first.value.open)) return PERHAPS;
  return items < than ? yes(first.at, `${path} has ${items}`) : NO;
}

/** Conditions that hold where nothing is said. */
function ofLacking(
  condition: Extract<Condition, { op: 'absent' | 'isnt' | 'lacks' }>,
  { state, value, at }: Occurrence,
): Verdict {
  const { op, path } = condition;
  if (state === 'unknown') return PERHAPS;
  if (state === 'absent') return yes(at, `${path} is not set`);
  if (op === 'absent' || state === 'block') return NO;
  if (op === 'isnt') return isNone(condition.values, value, path, at);
  const items = isList(value) ? value.items : [value];
  const answers = new Set(items.flatMap((item) => condition.values.map((each) => sameText(item, each))));
  if (answers.has(true)) return NO;
  const sure = !answers.has(undefined) && !(isList(value) && value.open);
  return sure ? yes(at, `${path} lacks ${condition.values.map(String).join(', ')}`) : PERHAPS;
}

function isNone(values: readonly Scalar[], value: Value, path: string, at: Occurrence['at']): Verdict {
  const answers = new Set(values.map((each) => sameText(value, each)));
  if (answers.has(true)) return NO;
  return answers.has(undefined) ? PERHAPS : yes(at, `${path} is ${shown(value)}`);
}

/** Languages compare texts exactly; providers take the names of their choices in any case. */
function sameText(one: Value, other: Scalar): boolean | undefined {
  if (isUnknown(one)) return undefined;
  if (one === null || other === null) return one === other;
  if (typeof one === 'object') return false;
  if (isText(one) && typeof other === 'string' && isWhole(one)) return one.toLowerCase() === other.toLowerCase();
  return readAlike(one, other);
}

type PresentCondition = Extract<
  Condition,
  { op: 'is' | 'differs' | 'present' | 'matches' | 'below' | 'above' | 'world' | 'policy' | 'secret' }
>;

/** Conditions of what is said. */
function ofPresent(condition: PresentCondition, occurrence: Occurrence): Verdict {
  const { state, value, at, byDefault = false } = occurrence;
  const { op, path } = condition;
  if (state === 'absent') return NO;
  if (op === 'present') return state === 'unknown' ? PERHAPS : yes(at, `${path} is set`);
  if (state === 'block') return NO;
  switch (op) {
    case 'is': {
      if (state === 'unknown') return PERHAPS;
      const answers = new Set(condition.values.map((each) => sameText(value, each)));
      return answers.has(true) ? yes(at, `${path} is ${shown(value)}`) : answers.has(undefined) ? PERHAPS : NO;
    }
    case 'differs':
      return state === 'unknown' ? PERHAPS : isNone(condition.values, value, path, at);
    case 'matches':
      return matching(condition.pattern, condition.base64 ? decoded(value) : value, path, at);
    case 'below':
    case 'above': {
      const number = numberOf(value);
      if (number === undefined) return PERHAPS;
      const holds = op === 'below' ? number < condition.than : number > condition.than;
      return holds ? yes(at, `${path} is ${number}`) : NO;
    }
    case 'world':
      return (condition.byDefault ?? false) === byDefault ? listensToTheWorld(value, path, at, byDefault) : NO;
    case 'policy':
      return policyHas(condition.has, value, path, at);
    case 'secret':
      return secretAt(occurrence, path, condition.shortest);
  }
}

function secretAt({ value, at, variable }: Occurrence, path: string, shortest: number | undefined): Verdict {
  if (!isSecret(value, shortest)) return NO;
  const where = variable === undefined ? '' : `, as the value of ${variable}`;
  const found = yes(at, `${path} is written in the configuration${where}`);
  return isText(value) && isMildSecret(value, path) ? { ...found, isMild: true } : found;
}

const secretsIn = (view: View, { names, shortest, isDecoded }: Extract<Condition, { op: 'secrets' }>): Verdict[] =>
  view
    .names()
    .filter((name) => names.test(name))
    .flatMap((path) =>
      occurrencesOf(view, [path]).map((each) => {
        const verdict = ofPresent({ op: 'secret', path, ...(shortest !== undefined && { shortest }) }, each);
        return verdict.truth === true && isDecoded !== true && isPrivateKey(each.value)
          ? { ...verdict, isMild: true as const }
          : verdict;
      }),
    );

/** A key that stands in the file as it is: the search for secrets says that, at its own line. */
const isPrivateKey = (value: Value): boolean => isText(value) && /-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----/.test(value);

/** Decodes a text of base64. Another text stays as it is. */
const decoded = (value: Value): Value =>
  isText(value) && isWhole(value) && /^[\w+/=\s-]+$/.test(value)
    ? Buffer.from(value, 'base64').toString('utf8')
    : value;

function matching(pattern: RegExp, value: Value, path: string, at: Occurrence['at']): Verdict {
  const texts = isList(value) ? value.items : [value];
  const found = texts.find(
    (text) => (isText(text) || typeof text === 'number') && isWhole(String(text)) && pattern.test(String(text)),
  );
  if (found !== undefined) return yes(at, `${path} is ${shown(found)}`);
  return texts.every((text) => typeof text !== 'object' && isWhole(String(text))) ? NO : PERHAPS;
}

function companions<Resource extends Judged>(
  condition: Extract<Condition, { op: 'with' | 'without' }>,
  resource: Resource,
  others: Neighbours<Resource>,
): Verdict {
  const { sure, doubtful } = others.find(resource, condition.type, condition.by);
  if (condition.op === 'with') return anyOf(sure.map((other) => judge(condition.where, other, other.view, others)));
  const { unless } = condition;
  const helps = new Set(
    sure.map((other) => (unless === undefined ? false : judge(unless, other, other.view, others).truth)),
  );
  if (helps.has(false)) return NO;
  if (doubtful || helps.has(undefined)) return PERHAPS;
  return yes(resource.view.at, `there is no ${condition.type} for it`);
}

const LONGEST_SHOWN = 60;

function shown(value: Value): string {
  if (isList(value)) return `[${value.items.map(shown).join(', ')}]`.slice(0, LONGEST_SHOWN);
  if (typeof value === 'object') return value === null ? 'null' : 'set';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, LONGEST_SHOWN)) : String(value);
}
