import { MESSAGE } from '../../../../catalogue/flow/labels';
import type { Expression, FunctionForm, Parameter } from '../../ir';
import { kinOf } from '../kin';
import type { Run } from '../run';
import type { Value } from '../values';

const MACARON = 'macaron.Context';
/** The code that a compiler makes of the description of a service. */
const OF_SERVICE = /(?:^|[/_.-])(?:\w*pb\w*|proto\w*|gen\w*|api\w*|rpc\w*|grpc\w*|v\d\w*)(?:[/_.-]|$)/i;
const SERVERS = ['google.golang.org/grpc', 'connectrpc.com/connect', 'github.com/bufbuild/connect-go'];

/**
 * The kind of input that a framework of Go fills a parameter with: macaron binds a form to each struct of a handler
 * that validates itself, and a server of remote calls gives its methods their message.
 */
export function labelInGo(run: Run, form: FunctionForm, parameter: Parameter): string | undefined {
  const { type } = parameter;
  if (run.language.embeds !== true || type === undefined || run.proof !== undefined) return undefined;
  if (parameter === form.parameters[1] && isRemote(run, form)) return MESSAGE;
  const value = run.evaluate(type);
  if (value.classes.length === 0 || !value.classes.some(({ methods }) => methods.some(isValidation))) return undefined;
  const others = form.parameters.filter((each) => each !== parameter && each.type !== undefined);
  return others.some((each) => isOfMacaron(run, run.evaluate(each.type!))) ? 'form of the request' : undefined;
}

const isValidation = ({ name }: { readonly name: string }): boolean => name === 'Validate';

const isOfMacaron = (run: Run, { paths, classes }: Value): boolean =>
  paths.includes(MACARON) || classes.some((each) => kinOf(run, each).paths.includes(MACARON));

/**
 * Whether a server of remote calls gives a method its message: `func (s *Service) Create(ctx context.Context, request
 * *v1.CreateRequest)`. Generated code calls it, too, with a message of which nothing is known.
 */
export function isRemote(run: Run, { name, parameters }: FunctionForm): boolean {
  const [context, message] = parameters;
  if (run.language.embeds !== true || !name.includes('.') || parameters.length !== 2) return false;
  const { type } = context!;
  if (type?.kind !== 'import' || type.module !== 'context Context' || message!.type === undefined) return false;
  return SERVERS.some((each) => run.imports.has(each)) && isOfService(message!.type);
}

/** Whether a type is a request of another package, by its name and that of the package: `github.com/memos/api/v1`. */
function isOfService(type: Expression): boolean {
  if (type.kind !== 'import') return false;
  const [path = '', name = ''] = type.module.split(' ');
  return name.endsWith('Request') && OF_SERVICE.test(path.split('/').slice(-3).join('/'));
}
