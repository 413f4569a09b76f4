import { unwrapped } from '../lower/c/places';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../lower/syntax';
import { type Fault, type FunctionOfC, nameOfCall } from './function';
import { numberIn } from './types';
import { argumentsOf, innermost, targetOf, withoutCasts } from './uses';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Functions by the results that they give where they fail. */
const COUNTS = set('fread fwrite strlen wcslen strspn strcspn');
const POINTERS = set(
  'fopen fopen64 fdopen freopen popen tmpfile opendir malloc calloc realloc strdup strndup fgets getenv strchr ' +
    'strrchr strstr _wfopen aligned_alloc',
);
const DESCRIPTORS = set(
  'open open64 openat creat socket accept accept4 dup epoll_create epoll_create1 inotify_init eventfd ' +
    'timerfd_create mkstemp memfd_create',
);
const MAPPINGS = set('mmap mmap64 shmat');
const ERROR_NUMBERS = new RegExp(
  '^pthread_(?:create|join|detach|mutex_\\w+|cond_\\w+|rwlock_\\w+|key_create|setspecific|attr_\\w+|' +
    'barrier_init|barrier_destroy|spin_\\w+)$|^posix_(?:memalign|spawnp?|fallocate|fadvise)$',
);
const WRITERS = set('fputs fputc putc putchar puts printf fprintf snprintf sprintf vsnprintf fputws');
const CHARACTERS = set('fgetc getc getchar');
const WIDE_CHARACTERS = set('fgetwc getwc getwchar');
const TEXT_COMPARERS = set('strcmp strncmp strcasecmp strncasecmp memcmp wcscmp wcsncmp');
const SIGNED_COUNTS = set('read recv recvfrom pread write send sendto pwrite recvmsg readlink');
/** Functions of Windows also come in a form for each kind of text. */
const both = (names: string): ReadonlySet<string> => set(`${names} ${names.replace(/\w+/g, '$&A $&W')}`);
const HANDLES = both('CreateFile FindFirstFile CreateToolhelp32Snapshot CreateNamedPipe');
const NULL_HANDLES = both(
  'CreateThread CreateMutex CreateEvent OpenProcess CreateSemaphore LoadLibrary CreateFileMapping',
);

/** A comparison of a result. */
interface Check {
  /** The function whose result it is. */
  readonly call: string;
  /** The expression that is judged: the call, or the variable that holds what it gave. */
  readonly judged: Syntax;
  readonly operator: string;
  /** NULL counts as 0. */
  readonly number: number | undefined;
  readonly with: string;
}

/** Judges how the results of calls are checked, and that those of input are. */
export function judgeResults(form: FunctionOfC, tell: (fault: Fault) => void): void {
  for (const [index, node] of form.nodes.entries()) {
    for (const check of checksIn(form, node, index)) {
      const says = wrongIn(form, check);
      if (says !== undefined) tell({ weakness: 'wrong-check', at: placeOfNode(node), says });
    }
    if (kindOf(node) === 'expression_statement') unchecked(form, node, index, tell);
  }
}

const TRUTHS = /^(?:if_statement|while_statement|do_statement)$/;

/** The comparisons of results that a node makes. */
function checksIn(form: FunctionOfC, node: Syntax, index: number): Check[] {
  const kind = kindOf(node);
  if (kind === 'binary_expression') {
    const operator = field(node, 'operator')?.text() ?? '';
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    if (!/^(?:[=!]=|[<>]=?)$/.test(operator) || !left || !right) return [];
    const text = unwrapped(right).text();
    const call = callBehind(form, left, index);
    return call === undefined
      ? []
      : [{ call, judged: left, operator, number: /^(?:NULL|nullptr)$/.test(text) ? 0 : numberIn(right), with: text }];
  }
  const isNot = kind === 'unary_expression' && field(node, 'operator')?.text() === '!';
  const asked = isNot ? field(node, 'argument') : TRUTHS.test(kind) ? field(node, 'condition') : undefined;
  const inner = asked && innermost(asked);
  if (!inner || !/^(?:identifier|call_expression|assignment_expression)$/.test(kindOf(inner))) return [];
  const call = callBehind(form, inner, index);
  return call === undefined ? [] : [{ call, judged: inner, operator: isNot ? '!' : 'if', number: 0, with: '0' }];
}

/** The function that gave a value: by a call in the place, or to the variable just before. */
function callBehind(form: FunctionOfC, node: Syntax, index: number): string | undefined {
  const inner = withoutCasts(node);
  if (kindOf(inner) === 'call_expression') return ownName(form, inner);
  if (kindOf(inner) === 'assignment_expression') {
    const right = field(inner, 'right');
    return right && field(inner, 'operator')?.text() === '=' ? callBehind(form, right, index) : undefined;
  }
  if (kindOf(inner) !== 'identifier') return undefined;
  const value = form.names.locals.has(inner.text()) ? form.uses.lastValue(inner.text(), index) : undefined;
  const call = value && withoutCasts(value);
  return call && kindOf(call) === 'call_expression' ? ownName(form, call) : undefined;
}

/** The name of a function of the library: a function of the file with that name is another one. */
function ownName({ file }: FunctionOfC, call: Syntax): string | undefined {
  const name = nameOfCall(call);
  return name === '' || file.functions.has(name) ? undefined : name;
}

/** Why a check does not find out that a call has failed. */
function wrongIn(form: FunctionOfC, { call, judged, operator, number, with: other }: Check): string | undefined {
  const isEquality = operator === '==' || operator === '!=';
  const isPointer = form.names.typeOf(judged)?.to !== undefined;
  const isOfZero = number === 0 && (isEquality || operator === '!' || operator === 'if');
  const isBelowZero =
    (operator === '<' && number === 0) || (isEquality && number === -1) || (operator === '<=' && number === -1);
  const isAtLeastZero = operator === '>=' && number === 0;
  if (COUNTS.has(call) && (isBelowZero || isAtLeastZero)) return `${call} never gives less than 0`;
  if (POINTERS.has(call) && (isBelowZero || isAtLeastZero)) return `${call} gives NULL where it fails`;
  if (DESCRIPTORS.has(call) && isOfZero && !isPointer)
    return operator === 'if'
      ? `${call} gives -1 where it fails, which is true`
      : `${call} gives -1 where it fails: 0 is a descriptor like others`;
  if (MAPPINGS.has(call) && isOfZero && !form.uses.knowsFailedMapping)
    return `${call} gives MAP_FAILED where it fails, which is not NULL`;
  if (ERROR_NUMBERS.test(call) && isBelowZero) return `${call} gives a number above 0 where it fails`;
  if (WRITERS.has(call) && ((operator === '==' && number === 0) || operator === '!'))
    return `${call} gives a number below 0 where it fails`;
  if (TEXT_COMPARERS.has(call) && isEquality && (number === 1 || number === -1))
    return `${call} gives any number above or below 0 where the two differ`;
  if (HANDLES.has(call) && isOfZero) return `${call} gives INVALID_HANDLE_VALUE where it fails, which is not NULL`;
  if (NULL_HANDLES.has(call) && isEquality && other === 'INVALID_HANDLE_VALUE')
    return `${call} gives NULL where it fails`;
  return wrongType(form, call, judged, { isBelow: isBelowZero || (operator === '<=' && number === 0), other });
}

/** A variable whose type cannot hold what the call gives where it fails. */
function wrongType(
  { names }: FunctionOfC,
  call: string,
  judged: Syntax,
  { isBelow, other }: { readonly isBelow: boolean; readonly other: string },
): string | undefined {
  const inner = withoutCasts(judged);
  const holder = kindOf(inner) === 'assignment_expression' ? field(inner, 'left') : inner;
  const type = holder && kindOf(holder) === 'identifier' ? names.typeOf(holder) : undefined;
  if (!type || type.to || type.isFloat) return undefined;
  if (SIGNED_COUNTS.has(call) && isBelow && type.isUnsigned)
    return `${call} gives -1 where it fails, which is a very large number in ${holder!.text()}`;
  if (CHARACTERS.has(call) && other === 'EOF' && type.size === 1)
    return `${call} gives an int: in a char EOF is like one of the characters`;
  if (WIDE_CHARACTERS.has(call) && other === 'WEOF' && type.size !== undefined && type.size < 4)
    return `${call} gives a wint_t: in a narrower number WEOF is like one of the characters`;
  return undefined;
}

/** Calls that read, by the position from which on they write to their arguments. */
const READERS: Readonly<Record<string, number>> = {
  fgets: 0,
  fgetws: 0,
  fread: 0,
  scanf: 1,
  wscanf: 1,
  scanf_s: 1,
  fscanf: 2,
  fwscanf: 2,
  sscanf: 2,
  read: 1,
  recv: 1,
  recvfrom: 1,
  ReadFile: 1,
};

/** A call reads, nobody asks whether it did, and what it should have set was not set before. */
function unchecked(form: FunctionOfC, statement: Syntax, index: number, tell: (fault: Fault) => void): void {
  const [call] = meaningful(statement);
  if (!call || kindOf(call) !== 'call_expression') return;
  const name = ownName(form, call);
  const first = name === undefined || !Object.hasOwn(READERS, name) ? undefined : READERS[name]!;
  if (name === undefined || first === undefined) return;
  const isFormatted = name.includes('scan');
  const targets = argumentsOf(call)
    .slice(first, isFormatted ? undefined : first + 1)
    .map(targetOf);
  if (targets.length === 0 || !targets.every((each) => each !== undefined && form.names.locals.has(each))) return;
  const from =
    argumentsOf(call)
      .at(name === 'sscanf' ? 0 : -1)
      ?.text() ?? '';
  const end = call.range().end.index;
  const isUsedAfter = targets.some((each) => (form.uses.identifier(each!)?.last ?? end) > end);
  if (!isUsedAfter || targets.some((each) => form.uses.isSetBefore(each!, index))) return;
  // The loop may end by what the stream says.
  if (form.uses.isStreamAsked(from)) return;
  tell({
    weakness: 'unchecked-input',
    at: placeOfNode(call),
    says: `Where ${name} reads nothing, ${targets.join(' and ')} is as it was before: nobody has set it`,
  });
}
