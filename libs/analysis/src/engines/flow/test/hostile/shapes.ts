import type { LanguageSyntax } from './syntax';

/** The parts that are put into a program whose last statement hands input to a command. */
interface Parts {
  readonly beside?: string;
  readonly body?: string;
  readonly before?: string;
  readonly after?: string;
  /** Changes the whole text. */
  readonly changed?: (text: string) => string | Buffer;
}

interface Shape {
  readonly what: string;
  /** Six of them: the largest ones are beyond what is followed to the end. */
  readonly sizes: readonly number[];
  /** Undefined where the language cannot say it. */
  readonly parts: (syntax: LanguageSyntax, size: number) => Parts | undefined;
}

interface HostileSource {
  readonly file: string;
  readonly text: string | Buffer;
  /** The line of the last statement. */
  readonly line: number;
}

const DEEP = [10, 50, 150, 400, 1_000, 4_000];
/** Where blocks are indented the text grows with the square of the depth. */
const BLOCKS = [5, 20, 80, 150, 300, 700];
const LONG = [10, 50, 200, 500, 1_000, 2_000];
const MANY = [10, 100, 400, 1_000, 2_000, 4_000];
const WIDE = [2, 5, 10, 20, 50, 150];

const many = (size: number, part: (index: number) => string, between = '\n'): string =>
  Array.from({ length: size }, (_, index) => part(index)).join(between);

const times = <Item>(size: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_, index) => item(index));

function nested(size: number, around: (inner: string, depth: number) => string, innermost: string): string {
  let text = innermost;
  for (let depth = 0; depth < size; depth += 1) text = around(text, depth);
  return text;
}

const lines = (...parts: readonly string[]): string => parts.join('\n');

/** Sets a variable to another one. */
const moved = (s: LanguageSyntax, to: string, from: string): string => s.set(s.variable(to), s.variable(from));

/** The result of a function that nobody knows, for the input. */
const called = (s: LanguageSyntax): string => s.call('f', [s.variable('q')]);

/** Puts `a` and `b` into each other in turn. */
const inTurn =
  (s: LanguageSyntax, put: (place: string, other: string) => string) =>
  (index: number): string =>
    index % 2 ? put(s.variable('a'), s.variable('b')) : put(s.variable('b'), s.variable('a'));

/** Statements of the handler. */
const body =
  (of: (syntax: LanguageSyntax, size: number) => string | undefined): Shape['parts'] =>
  (syntax, size) => {
    const text = of(syntax, size);
    return text === undefined ? undefined : { body: text };
  };

/** Declarations beside the handler. */
const beside =
  (of: (syntax: LanguageSyntax, size: number) => string | undefined): Shape['parts'] =>
  (syntax, size) => {
    const text = of(syntax, size);
    return text === undefined ? undefined : { beside: text };
  };

/** An expression of the handler, a term of which is a text. */
const expression = (of: (syntax: LanguageSyntax, size: number) => string | undefined): Shape['parts'] =>
  body((syntax, size) => {
    const value = of(syntax, size);
    return value === undefined ? undefined : syntax.declare('x', value);
  });

const SHAPES: readonly Shape[] = [
  // Within each other.
  {
    what: 'branches within branches',
    sizes: BLOCKS,
    parts: body((s, size) => nested(size, (inner) => s.either(inner), s.run(s.call('f', [])))),
  },
  {
    what: 'loops within loops',
    sizes: BLOCKS,
    parts: body((s, size) => nested(size, (inner) => s.loop(inner), s.run(s.call('f', [])))),
  },
  {
    what: 'brackets within brackets',
    sizes: DEEP,
    parts: expression((_, size) => `${'('.repeat(size)}1${')'.repeat(size)}`),
  },
  {
    what: 'calls within calls',
    sizes: DEEP,
    parts: expression((s, size) => nested(size, (inner) => s.call('f', [inner]), s.variable('q'))),
  },
  {
    what: 'lists within lists',
    sizes: DEEP,
    parts: expression((s, size) => s.list && nested(size, (inner) => s.list!([inner]), s.variable('q'))),
  },
  {
    what: 'places within places',
    sizes: DEEP,
    parts: expression((s, size) => nested(size, (inner) => s.at(s.variable('q'), inner), '0')),
  },
  {
    what: 'places that change within each other',
    sizes: DEEP,
    parts: expression((s, size) => s.change && nested(size, (inner) => s.change!(s.at(s.variable('q'), inner)), '0')),
  },
  {
    what: 'choices within choices',
    sizes: DEEP,
    parts: expression((s, size) => nested(size, (inner) => s.choose(s.text('a'), inner), s.text('b'))),
  },
  {
    what: 'negations of negations',
    sizes: DEEP,
    parts: expression((s, size) => nested(size, (inner) => s.not(inner), s.condition)),
  },
  {
    what: 'texts within texts',
    sizes: DEEP,
    parts: expression((s, size) => s.within && nested(size, s.within, s.variable('q'))),
  },
  {
    what: 'closures within closures',
    sizes: DEEP,
    parts: expression((s, size) => s.closure && nested(size, s.closure, s.variable('q'))),
  },
  {
    what: 'errors within errors',
    sizes: BLOCKS,
    parts: body(
      (s, size) =>
        s.attempt && nested(size, (inner) => s.attempt!(s.run(s.call('f', [])), inner), s.run(s.call('g', []))),
    ),
  },
  {
    what: 'classes within classes',
    sizes: BLOCKS,
    parts: beside((s, size) =>
      nested(size, (inner, depth) => s.class(`A${depth}`, undefined, [inner]), s.member('a', '1')),
    ),
  },
  {
    what: 'types within types',
    sizes: DEEP,
    parts: beside(
      (s, size) =>
        s.type &&
        (s.language === 'Python'
          ? `x: ${nested(size, s.type, 'int')} = 1`
          : s.language === 'TypeScript' || s.language === 'Kotlin'
            ? `var x: ${nested(size, s.type, 'A')}`
            : s.language === 'Go'
              ? `var x ${nested(size, s.type, 'A')}`
              : `${nested(size, s.type, 'A')} x;`),
    ),
  },
  // One after the other.
  {
    what: 'a long sum',
    sizes: LONG,
    parts: expression((s, size) =>
      s
        .sum?.(times(size, () => s.variable('q')))
        ?.replaceAll(
          /(.{200}\S*) /g,
          s.language === 'Go' || s.language === 'Kotlin'
            ? '$1 '
            : s.language === 'Python' || s.language === 'Ruby'
              ? '$1 \\\n'
              : '$1\n',
        ),
    ),
  },
  {
    what: 'a long condition',
    sizes: LONG,
    parts: expression((s, size) => times(size, () => s.variable('q')).join(` ${s.and} `)),
  },
  {
    what: 'a chain of calls',
    sizes: LONG,
    parts: expression((s, size) => s.send && nested(size, (inner) => s.send!(inner, 'b', []), s.variable('q'))),
  },
  {
    what: 'a chain of fields',
    sizes: LONG,
    parts: expression((s, size) => nested(size, (inner) => s.field(inner, 'b'), s.variable('q'))),
  },
  {
    what: 'many assignments',
    sizes: [10, 500, 2_000, 8_000, 25_000, 1_000_000],
    parts: body((s, size) =>
      lines(
        many(50, (at) => s.declare(`a${at}`, s.text('a'))),
        many(size, (at) => s.set(s.variable(`a${at % 50}`), s.variable(`a${(at + 1) % 49}`))),
      ),
    ),
  },
  {
    what: 'many variables',
    sizes: MANY,
    parts: body((s, size) =>
      many(size, (at) => s.declare(`a${at}`, at === 0 ? s.text('a') : s.variable(`a${at - 1}`))),
    ),
  },
  {
    what: 'many branches',
    sizes: LONG,
    parts: body((s, size) =>
      lines(
        s.declare('a', s.text('a')),
        many(size, (at) => s.either(moved(s, 'a', `b${at}`), moved(s, 'a', 'q'))),
      ),
    ),
  },
  {
    what: 'many loops',
    sizes: LONG,
    parts: body((s, size) =>
      lines(
        s.declare('a', s.text('a')),
        s.declare('b', s.text('b')),
        many(size, () => s.loop(lines(moved(s, 'a', 'b'), moved(s, 'b', 'q')))),
      ),
    ),
  },
  { what: 'many early ends', sizes: LONG, parts: body((s, size) => many(size, () => s.either(s.leave))) },
  {
    what: 'many ends of a loop',
    sizes: LONG,
    parts: body((s, size) => s.loop(many(size, () => s.either(s.leaveLoop)))),
  },
  // Each end leaves a state of its own, in which most variables are the same as in the others.
  {
    what: 'many early ends among variables',
    sizes: LONG,
    parts: body((s, size) => many(size, (at) => lines(s.declare(`a${at}`, called(s)), s.either(s.leave)))),
  },
  {
    what: 'many ends of a loop among variables',
    sizes: LONG,
    parts: body((s, size) => s.loop(many(size, (at) => lines(s.declare(`a${at}`, called(s)), s.either(s.leaveLoop))))),
  },
  {
    what: 'many ends of a loop that changes variables',
    sizes: LONG,
    parts: body((s, size) =>
      lines(
        many(size, (at) => s.declare(`a${at}`, s.variable('q'))),
        s.loop(many(size, (at) => lines(moved(s, `a${at}`, `a${(at + 1) % size}`), s.either(s.leaveLoop)))),
      ),
    ),
  },
  {
    what: 'many cases that set variables',
    sizes: LONG,
    parts: body(
      (s, size) =>
        s.switch &&
        lines(
          many(size, (at) => s.declare(`a${at}`, s.text('a'))),
          s.switch(
            s.variable('q'),
            times(size, (at) => [s.text(`k${at}`), moved(s, `a${at}`, 'q')]),
          ),
        ),
    ),
  },
  {
    what: 'many errors',
    sizes: LONG,
    parts: body(
      (s, size) =>
        s.attempt && many(size, () => s.attempt!(s.run(s.call('f', [])), s.run(s.call('g', [s.variable('q')])))),
    ),
  },
  {
    what: 'many cases',
    sizes: MANY,
    parts: body(
      (s, size) =>
        s.switch &&
        `${s.declare('a', '1')}\n${s.switch(
          s.variable('a'),
          times(size, (at) => [String(at), s.run(s.call('f', [s.variable('q')]))]),
        )}`,
    ),
  },
  {
    what: 'a list of many items',
    sizes: MANY,
    parts: expression((s, size) => s.list?.(times(size, (at) => `${at % 20 === 0 ? '\n' : ''}${s.variable('q')}`))),
  },
  {
    what: 'a map of many entries',
    sizes: MANY,
    parts: expression((s, size) => s.map?.(times(size, (at) => [`k${at}`, s.variable('q')]))),
  },
  { what: 'a long text', sizes: MANY, parts: expression((s, size) => s.text('a'.repeat(size * 2))) },
  // Values that grow.
  {
    what: 'a text that is added to itself',
    sizes: LONG,
    parts: body((s, size) =>
      lines(s.declare('a', s.text('a')), s.declare('b', s.text('b')), many(size, inTurn(s, s.double))),
    ),
  },
  {
    what: 'an input that is added to itself',
    sizes: LONG,
    parts: body((s, size) =>
      lines(s.declare('a', s.variable('q')), s.declare('b', s.text('b')), s.loop(many(size, inTurn(s, s.double)))),
    ),
  },
  {
    what: 'a list that holds itself',
    sizes: LONG,
    parts: body(
      (s, size) =>
        s.add &&
        s.list &&
        lines(
          s.declare('a', s.list([s.variable('q')])),
          s.declare('b', s.list([s.text('b')])),
          many(size, inTurn(s, s.add)),
          s.run(s.call('f', [s.variable('a')])),
        ),
    ),
  },
  {
    what: 'objects that lead to each other',
    sizes: WIDE,
    parts: (s, size) =>
      s.make
        ? {
            beside: s.class('N', undefined, [s.member('a', s.text('a'))]),
            body: lines(
              many(size, (at) => s.declare(`n${at}`, s.make!('N'))),
              many(size, (at) =>
                many(Math.min(size, 40), (to) =>
                  s.set(s.field(s.variable(`n${at}`), `f${to}`), s.variable(`n${(at + to) % size}`)),
                ),
              ),
              many(40, () => s.run(s.call('f', [s.variable('n0')]))),
            ),
          }
        : undefined,
  },
  {
    what: 'values that change places',
    sizes: LONG,
    parts: body((s, size) =>
      lines(
        many(20, (at) => s.declare(`a${at}`, at === 0 ? s.variable('q') : s.text(`t${at}`))),
        s.loop(many(size, (at) => moved(s, `a${at % 20}`, `a${(at * 7 + 1) % 20}`))),
      ),
    ),
  },
  // Functions.
  {
    what: 'functions that call the next one',
    sizes: MANY,
    parts: (s, size) => ({
      beside: many(size, (at) =>
        s.define(`f${at}`, ['a'], s.give(at + 1 === size ? s.variable('a') : s.call(`f${at + 1}`, [s.variable('a')]))),
      ),
      body: s.run(s.call('f0', [s.variable('q')])),
    }),
  },
  {
    what: 'functions that call each other in a ring',
    sizes: LONG,
    parts: (s, size) => ({
      beside: many(size, (at) =>
        s.define(
          `f${at}`,
          ['a'],
          s.give(s.call(`f${(at + 1) % size}`, [s.call(`f${(at + 2) % size}`, [s.variable('a')])])),
        ),
      ),
      body: s.run(s.call('f0', [s.variable('q')])),
    }),
  },
  {
    what: 'functions that call all others',
    sizes: WIDE,
    parts: (s, size) => ({
      beside: many(size, (at) =>
        s.define(
          `f${at}`,
          ['a'],
          lines(
            many(Math.min(size, 50), (to) => s.run(s.call(`f${(at + to) % size}`, [s.variable('a')]))),
            s.give(s.variable('a')),
          ),
        ),
      ),
      body: s.run(s.call('f0', [s.variable('q')])),
    }),
  },
  {
    what: 'a function that calls itself with what it gives',
    sizes: LONG,
    parts: (s, size) => ({
      beside: s.define(
        'f',
        ['a'],
        s.give(nested(Math.min(size, 300), (inner) => s.call('f', [inner]), s.variable('a'))),
      ),
      body: many(size, () => s.run(s.call('f', [s.variable('q')]))),
    }),
  },
  {
    what: 'a function of many parameters',
    sizes: MANY,
    parts: (s, size) => ({
      beside: s
        .define(
          'f',
          times(size, (at) => `${at % 20 === 0 ? '\n' : ''}p${at}`).map((each) => each.trim()),
          s.give(s.variable('p0')),
        )
        .replaceAll(', ', ',\n'),
      body: s.run(
        s.call(
          'f',
          times(size, (at) => `${at % 20 === 0 ? '\n' : ''}${s.variable('q')}`),
        ),
      ),
    }),
  },
  {
    what: 'many functions of one name',
    sizes: LONG,
    parts: (s, size) =>
      s.overload
        ? {
            beside: many(size, (at) => s.overload!('f', at, s.give(s.call('f', [s.variable('q')])))),
            body: many(20, () => s.run(s.call('f', [s.variable('q')]))),
          }
        : undefined,
  },
  // Classes.
  {
    what: 'a class of many fields',
    sizes: MANY,
    parts: (s, size) => ({
      beside: s.class(
        'A',
        undefined,
        times(size, (at) => s.member(`f${at}`, s.text('a'))),
      ),
      ...(s.make && { body: s.declare('x', s.make('A')) }),
    }),
  },
  {
    what: 'a class of many methods',
    sizes: LONG,
    parts: (s, size) =>
      s.method && s.make
        ? {
            beside: s.class(
              'A',
              undefined,
              times(size, (at) => s.method!(`m${at}`, s.run(s.call('f', [s.text('a')])))),
            ),
            body: s.declare('x', s.make('A')),
          }
        : undefined,
  },
  {
    what: 'classes that extend the next one',
    sizes: LONG,
    parts: (s, size) => ({
      beside: many(size, (at) =>
        s.class(`A${at}`, at + 1 === size ? undefined : `A${at + 1}`, [s.member(`f${at}`, s.text('a'))]),
      ),
      ...(s.make && { body: s.declare('x', s.make('A0')) }),
    }),
  },
  {
    what: 'classes that extend each other in a ring',
    sizes: LONG,
    parts: (s, size) => ({
      beside: many(size, (at) => s.class(`A${at}`, `A${(at + 1) % size}`, [s.member(`f${at}`, s.text('a'))])),
      ...(s.make && { body: s.declare('x', s.make('A0')) }),
    }),
  },
  {
    what: 'classes that hold instances of each other',
    sizes: WIDE,
    parts: (s, size) =>
      s.make
        ? {
            beside: many(size, (at) =>
              s.class(
                `A${at}`,
                undefined,
                times(Math.min(size, 5), (to) => s.member(`f${to}`, s.make!(`A${(at + to) % size}`))),
              ),
            ),
            body: s.declare('x', s.make('A0')),
          }
        : undefined,
  },
  {
    what: 'constants that mean each other',
    sizes: LONG,
    parts: beside((s, size) =>
      many(size, (at) =>
        s.constant(`c${at}`, s.language === 'Ruby' ? `C${(at + 1) % size}` : s.variable(`c${(at + 1) % size}`)),
      ),
    ),
  },
  // Jumps.
  {
    what: 'labels and jumps',
    sizes: LONG,
    parts: body(
      (s, size) =>
        s.label &&
        s.jump &&
        many(
          size,
          (at) => `${s.label!(`l${at}`)} ${s.either(s.jump!(`l${s.language === 'Java' ? at : (at * 7) % size}`))}`,
        ),
    ),
  },
  // Letters and line ends.
  {
    what: 'a text that does not end',
    sizes: LONG,
    parts: (s, size) => ({ after: many(size, () => 'a b(c) {') + s.quote }),
  },
  {
    what: 'a comment that does not end',
    sizes: LONG,
    parts: (s, size) => ({ after: s.comment[0] + many(size, () => 'a b(c) {') }),
  },
  {
    what: 'a comment that does not end before the program',
    sizes: LONG,
    parts: (s, size) => ({
      before: `${s.language === 'PHP' ? '<?php ' : ''}${s.comment[0]}${'a\n'.repeat(size)}`,
    }),
  },
  {
    what: 'comments',
    sizes: MANY,
    parts: body((s, size) => many(size, (at) => `${s.comment[0]}${at}${s.comment[1]}`)),
  },
  {
    what: 'brackets that close nothing',
    sizes: LONG,
    parts: (_, size) => ({ beside: `${'}'.repeat(size)}\n${')'.repeat(size)}` }),
  },
  {
    what: 'brackets that nothing closes',
    sizes: LONG,
    parts: (s, size) => ({ beside: s.run(`${'{'.repeat(size)}\n${'('.repeat(size)}`) }),
  },
  {
    what: 'a file that ends too early',
    sizes: [5, 20, 35, 50, 70, 90],
    parts: (s, size) => {
      const next = s.whole('', '');
      return { after: next.slice(0, (next.length * size) / 100) };
    },
  },
  {
    what: 'NUL',
    sizes: [1, 2, 10, 100, 1_000, 10_000],
    parts: (s, size) => ({ body: s.declare('x', s.text('\0'.repeat(size))) }),
  },
  {
    what: 'marks of byte order',
    sizes: [1, 2, 10, 100, 1_000, 5_000],
    parts: (_, size) => ({ before: '\uFEFF'.repeat(size) }),
  },
  {
    what: 'halves of letters',
    sizes: LONG,
    parts: (s, size) => ({
      body: s.declare('x', s.text('\u00e9')),
      changed: (text) => Buffer.from(`\ufeff${text.replace('\u00e9', '\udc41\ud800'.repeat(size))}`, 'utf16le'),
    }),
  },
  {
    what: 'bytes that are no letters',
    sizes: LONG,
    parts: (s, size) => ({
      body: s.declare('x', s.text('@@')),
      changed: (text) =>
        Buffer.concat(
          text
            .split('@@')
            .flatMap((each, at) => (at === 0 ? [Buffer.from(each)] : [Buffer.alloc(size, 0xc3), Buffer.from(each)])),
        ),
    }),
  },
  {
    what: 'mixed line ends',
    sizes: LONG,
    parts: (s, size) => ({
      body: many(
        size,
        (at) => s.set(s.variable('q'), s.variable('q')) + ['\r\n', '\n', '\n\r', '\r\n\r\n'][at % 4]!,
        '',
      ),
    }),
  },
  {
    what: 'a long line',
    sizes: [100, 1_000, 5_000, 15_000, 25_000, 500_000],
    parts: (s, size) => ({ body: `${s.declare('x', s.text('a'))}${' '.repeat(size)}` }),
  },
  {
    what: 'long names',
    sizes: [100, 1_000, 3_000, 9_000, 15_000, 19_000],
    parts: (s, size) => ({
      body: lines(
        s.declare('a'.repeat(size), s.variable('q')),
        many(20, () => moved(s, 'q', 'a'.repeat(size))),
      ),
    }),
  },
  {
    what: 'letters of other writings',
    sizes: LONG,
    parts: body((s, size) =>
      many(size, (at) => s.declare(`\u05d0\u0301\u4e2d\u{1d4d0}${at}`, s.text('\u202e\u200d\u{1f469}\u200d\u{1f469}'))),
    ),
  },
];

/** Sources of one kind in a language. */
interface ShapeOfLanguage {
  readonly what: string;
  readonly sizes: readonly number[];
  readonly sourceOf: (size: number) => HostileSource;
}

/** The shapes that a language can say. */
export function shapesOf(syntax: LanguageSyntax): ShapeOfLanguage[] {
  const own = Object.entries(syntax.own).map(
    ([what, text]): Shape => ({ what, sizes: LONG, parts: beside((_, size) => text(size)) }),
  );
  return [...SHAPES, ...own]
    .filter(({ parts, sizes }) => parts(syntax, sizes[0]!) !== undefined)
    .map(({ what, sizes, parts }) => ({ what, sizes, sourceOf: (size) => sourceOf(syntax, parts(syntax, size)!) }));
}

function sourceOf(syntax: LanguageSyntax, parts: Parts): HostileSource {
  const { before = '', after = '', changed = (text: string) => text } = parts;
  const whole = `${before}${syntax.whole(parts.beside ?? '', parts.body ?? '')}`;
  const line = whole.slice(0, whole.lastIndexOf(syntax.sink)).split('\n').length;
  return { file: syntax.file, text: changed(whole + after), line };
}
