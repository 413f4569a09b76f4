import type { ClassForm, Place } from '../../ir';
import { newMap, putContent } from '../contents';
import type { Run } from '../run';
import { withSource } from '../sources';
import type { HeapObject } from '../state';
import { ALL_WEAKNESSES, bitsOf } from '../../rules';
import { UNKNOWN, type Value, doubted } from '../values';

const FORM = /^django\.forms\.(?:(?:forms|models)\.)?(?:BaseForm|Form|ModelForm)$/;
const LABEL = 'form of the request';
/** Fields that take any text, and those that take any address. The others are numbers, dates or one of a list. */
const TEXT = /^django\.forms\.(?:fields\.)?CharField\(\)$/;
const ADDRESS = /^django\.forms\.(?:fields\.)?URLField\(\)$/;
const ALL_BUT_ADDRESSES = ALL_WEAKNESSES & ~bitsOf(['open-redirect', 'request-forgery']);

/** `form.cleaned_data` of Django: what the request brought for each field that the form declares. */
export function cleanedData(run: Run, value: Value, name: string, at: Place): Value | undefined {
  if (name !== 'cleaned_data' || value.objects.length !== 1) return undefined;
  const object = run.state.object(value.objects[0]!);
  if (object?.kin === undefined || object.fields.has(name) || !object.kin.paths.some((path) => FORM.test(path)))
    return undefined;
  const data = newMap(run, at, fieldsOf(run, object, at));
  putContent(run, value, name, data);
  return data;
}

function fieldsOf(run: Run, { fields, kin }: HeapObject, at: Place): ReadonlyMap<string, Value> {
  const brought = new Map<string, Value>();
  const isLookedAt = kin!.methods.has('clean');
  for (const [field, { paths }] of fields) {
    const isText = paths.some((path) => TEXT.test(path));
    if (!isText && !paths.some((path) => ADDRESS.test(path))) continue;
    // The form checks it by itself.
    if (kin!.methods.has(`clean_${field}`) || isValidated(kin!.of, field)) continue;
    const input = withSource(run, UNKNOWN, LABEL, at, isText ? 0 : ALL_BUT_ADDRESSES);
    brought.set(field, isLookedAt ? doubted(input, 'cleaned') : input);
  }
  return brought;
}

/** `forms.CharField(validators=[check])` */
const isValidated = ({ fields }: ClassForm, field: string): boolean =>
  fields.some(
    ({ name, value }) =>
      name === field && value.kind === 'call' && value.args.some((each) => each.name === 'validators'),
  );
