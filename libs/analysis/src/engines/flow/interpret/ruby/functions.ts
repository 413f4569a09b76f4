import { BLOCK } from '../../ir';
import { callBack } from '../callbacks';
import { allTaints, anyContentOf, newList, newMap } from '../contents';
import { type Effect, isObject, taintOf } from '../effect';
import { formatted } from '../php/functions';
import { known, named } from './texts';
import { UNKNOWN, carrying, constantOf, joinedText, valueLike } from '../values';

/** Functions that Ruby has everywhere, and functions of its modules. */
export const RUBY_FUNCTIONS: Readonly<Record<string, Effect>> = {
  ...named(['format', 'sprintf'], (method) => {
    const { args } = method;
    const [pattern = UNKNOWN] = args;
    // Named values: `%{name}`.
    if (pattern.text !== undefined && /%[<{]/.test(pattern.text)) {
      const rest = carrying(args.slice(1).map((value) => taintOf(method.run, value)));
      const pieces = pattern.text.split(/%(?:\{\w+\}|<\w+>[\d.]*\w)/).map(constantOf);
      return joinedText(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [rest, piece])));
    }
    return formatted(method);
  }),
  ...named(
    ['String', 'Array', 'URI.decode_www_form_component', 'CGI.unescape', 'URI.parse', 'URI'],
    ({ run, args: [value = UNKNOWN] }) =>
      isObject(value)
        ? value
        : valueLike(taintOf(run, value), { ...(value.text !== undefined && { text: value.text }) }),
  ),
  ...named(['File.join', 'Pathname', 'File.expand_path', 'URI.join'], ({ args }) => {
    const slash = constantOf('/');
    return joinedText(args.flatMap((value, index) => (index === 0 ? [value] : [slash, value])));
  }),
  Regexp: ({ run, args: [value = UNKNOWN] }) =>
    valueLike(taintOf(run, value), {
      ...(value.text !== undefined && { text: value.text, ...known(value.constant) }),
    }),
  ...named(['Hash', 'OpenStruct', 'Hash.new'], ({ run, named: options, at }) => {
    const fields = options.flatMap(({ name, value }) =>
      name === undefined || name === BLOCK ? [] : [[name, value] as const],
    );
    return newMap(run, at, new Map(fields));
  }),
  ...named(['Set', 'Array.new', 'Set.new'], ({ run, args: [value], at }) =>
    value === undefined || value.constant !== undefined
      ? newList(run, at, [])
      : newMap(run, at, new Map(), anyContentOf(run, value)),
  ),
  ...named(['StringIO', 'StringIO.new'], ({ run, args: [value = UNKNOWN] }) =>
    valueLike(UNKNOWN, {
      taints: allTaints(run, value),
    }),
  ),
  ...named(['loop', 'catch', 'respond_to', 'transaction'], ({ run, named: options, at }) => {
    const block = options.find(({ name }) => name === BLOCK)?.value;
    return (block && callBack(run, block, at, [])) ?? UNKNOWN;
  }),
  ...named(['Thread', 'Thread.new', 'Thread.start', 'Thread.fork'], ({ run, args, named: options, at }) => {
    const block = options.find(({ name }) => name === BLOCK)?.value;
    const passed = args.filter((value) => value !== block);
    return (block && callBack(run, block, at, passed)) ?? UNKNOWN;
  }),
  ...named(['ENV.fetch', 'gets', 'block_given?', 'rand'], () => UNKNOWN),
};
