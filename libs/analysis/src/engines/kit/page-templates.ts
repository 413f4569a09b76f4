import type { ToolDefinition } from '../../catalogue/tool';

/**
 * Pages that a program fills in: templates of Django, Jinja, Twig, Liquid, Handlebars, Mustache, Go, ERB, EJS, JSP,
 * PHP, Thymeleaf, Angular, Vue and Alpine. An HTML parser takes their marks for broken markup.
 */
export interface PlainPage {
  /** Of the same length, with the same lines. */
  readonly text: string;
  readonly isTemplate: boolean;
}

interface Mark {
  readonly open: string;
  readonly close: string;
  /** Whether the mark puts something into the page, or only decides what comes there. */
  readonly output: (inside: string) => boolean;
}

/** Longer marks first: `{{{` is no `{{`. */
const MARKS: readonly Mark[] = [
  { open: '{{{', close: '}}}', output: () => true },
  {
    open: '{{',
    close: '}}',
    output: (inside) => !/^[-~]?\s*(?:[#/!^>]|else\b|end\b|if\b|range\b|with\b|define\b)/.test(inside),
  },
  { open: '{%', close: '%}', output: () => false },
  { open: '{#', close: '#}', output: () => false },
  { open: '<%', close: '%>', output: (inside) => /^[-=~]/.test(inside) },
  { open: '<?', close: '?>', output: (inside) => inside.startsWith('=') },
  { open: '[[${', close: '}]]', output: () => true },
];
/** An XML declaration and its kind are no template. */
const DECLARATION = /^xml[\s-]/;
const BEGINNINGS = new Set(MARKS.map(({ open }) => open[0]!));
/** Marks are short; whatever looks like one and goes on for longer is something else. */
const LONGEST = 20_000;

/** `[alt]`, `:alt`, `v-bind:alt`, `th:alt`, `ng-attr-alt`: the value is computed, the attribute is there. */
const BOUND = /(\s)(\[(?:attr\.)?|:|v-bind:|x-bind:|(?:data-)?th:|ng-attr-|bind-)([a-z][\w-]*)(\]?)(?=\s*=)/gi;
/** What only a template's elements have: conditions, loops, events and the like. */
const DIRECTIVE = new RegExp(
  String.raw`<[a-z][^<>]*?\s(?:\*ng[A-Z]|\([a-z][\w.-]*\)\s*=|\[\(?[a-z]|v-[a-z]|@[a-z]|` +
    'x-(?:data|on|show)|(?:data-)?th:|ng-[a-z])',
);
/** Angular's and Blade's blocks. */
const BLOCK = /^\s*@(?:if|for|foreach|switch|extends|section)\b.*[({]/m;

/** @param find for tests, which count how far it looks */
export function plainPage(page: string, find: Find = (close, begin) => page.indexOf(close, begin)): PlainPage {
  const { text, marks } = withoutMarks(page, find);
  const unbound = text.replace(BOUND, (_, space: string, before: string, name: string, after: string) =>
    [space, ' '.repeat(before.length), name, ' '.repeat(after.length)].join(''),
  );
  const isTemplate = marks > 0 || unbound !== text || DIRECTIVE.test(text) || BLOCK.test(text);
  return { isTemplate, text: isTemplate ? unbound : page };
}

type Find = (close: string, begin: number) => number;

/** Marks in attributes and those with output become letters, the others spaces; line breaks stay. */
function withoutMarks(page: string, find: Find): { readonly text: string; readonly marks: number } {
  const parts: string[] = [];
  let marks = 0;
  let copied = 0;
  const place = new Place();
  const closing = closings(find);
  for (let index = 0; index < page.length; index += 1) {
    const mark = BEGINNINGS.has(page[index]!) ? MARKS.find(({ open }) => page.startsWith(open, index)) : undefined;
    const end = mark === undefined || isDeclaration(page, index) ? undefined : closing(mark, index);
    if (mark === undefined || end === undefined) {
      place.pass(page[index]!, page[index + 1]);
      continue;
    }
    const inside = page.slice(index + mark.open.length, end - mark.close.length);
    const filler = place.inValue || (place.inText && mark.output(inside)) ? 'x' : ' ';
    parts.push(page.slice(copied, index), page.slice(index, end).replace(/[^\r\n]/g, filler));
    marks += 1;
    copied = end;
    index = end - 1;
  }
  return { text: parts.join('') + page.slice(copied), marks };
}

const isDeclaration = (page: string, index: number): boolean =>
  page.startsWith('<?', index) && DECLARATION.test(page.slice(index + 2, index + 6));

/** Finds where a mark ends. Each search goes on where the last one for such an end stopped, so all take linear time. */
function closings(find: Find): (mark: Mark, index: number) => number | undefined {
  const next = new Map<string, number>();
  return ({ open, close }, index) => {
    const begin = index + open.length;
    let found = next.get(close) ?? -1;
    if (found < begin) {
      found = find(close, begin);
      if (found === -1) found = Number.POSITIVE_INFINITY;
      next.set(close, found);
    }
    return found - begin > LONGEST ? undefined : found + close.length;
  };
}

/** Where in the markup a character stands: in text, between the attributes of a tag, or in the value of one. */
class Place {
  private tag = false;
  private quote: string | undefined;

  get inText(): boolean {
    return !this.tag;
  }

  get inValue(): boolean {
    return this.quote !== undefined;
  }

  pass(character: string, next: string | undefined): void {
    if (this.quote !== undefined) {
      if (character === this.quote) this.quote = undefined;
    } else if (!this.tag) this.tag = character === '<' && next !== undefined && /[a-z/]/i.test(next);
    else if (character === '>') this.tag = false;
    else if (character === '"' || character === "'") this.quote = character;
  }
}

/** Which rules of a tool hold in a template: those that its catalogue entry names in `settings.inTemplates`. */
export function rulesOn(tool: ToolDefinition, { isTemplate }: PlainPage): ReadonlySet<string> {
  const all = Object.keys(tool.rules);
  const held = tool.settings?.['inTemplates'];
  return new Set(isTemplate && Array.isArray(held) ? all.filter((rule) => held.includes(rule)) : all);
}
