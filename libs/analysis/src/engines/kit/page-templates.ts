import type { ToolDefinition } from '../../catalogue/tool';

/**
 * A page without the marks of a template. A template is a page that a program fills in: of Django, Jinja, Twig, Liquid,
 * Handlebars, Mustache, Go, ERB, EJS, JSP, PHP, Thymeleaf, Angular, Vue or Alpine. An HTML parser takes its marks for
 * broken markup.
 */
export interface PlainPage {
  /** Has the same length and lines as the page. */
  readonly text: string;
  readonly isTemplate: boolean;
}

interface Mark {
  readonly open: string;
  readonly close: string;
  /** Whether the mark puts text into the page. Other marks only control which parts of the page appear. */
  readonly output: (inside: string) => boolean;
}

/** Longer marks come first, so that `{{{` is not read as `{{`. */
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
/** An XML declaration and similar instructions. They are not marks of a template. */
const DECLARATION = /^xml[\s-]/;
const BEGINNINGS = new Set(MARKS.map(({ open }) => open[0]!));
/** The characters between the ends of a mark. Marks are short, so a longer one is something else. */
const LONGEST = 20_000;

/** An attribute with a computed value: `[alt]`, `:alt`, `v-bind:alt`, `th:alt`, `ng-attr-alt`. */
const BOUND = /(\s)(\[(?:attr\.)?|:|v-bind:|x-bind:|(?:data-)?th:|ng-attr-|bind-)([a-z][\w-]*)(\]?)(?=\s*=)/gi;
/** Attributes that only elements of a template have: conditions, loops, events and the like. */
const DIRECTIVE = new RegExp(
  String.raw`<[a-z][^<>]*?\s(?:\*ng[A-Z]|\([a-z][\w.-]*\)\s*=|\[\(?[a-z]|v-[a-z]|@[a-z]|` +
    'x-(?:data|on|show)|(?:data-)?th:|ng-[a-z])',
);
/** Blocks of Angular and Blade. */
const BLOCK = /^\s*@(?:if|for|foreach|switch|extends|section)\b.*[({]/m;

/** @param find tests replace it to count the characters that it searches */
export function plainPage(written: string, find?: Find): PlainPage {
  const page = withoutUnshown(written);
  const { text, marks } = withoutMarks(page, find ?? ((close, begin) => page.indexOf(close, begin)));
  const unbound = text.replace(BOUND, (_, space: string, before: string, name: string, after: string) =>
    [space, ' '.repeat(before.length), name, ' '.repeat(after.length)].join(''),
  );
  const isTemplate = marks > 0 || unbound !== text || DIRECTIVE.test(text) || BLOCK.test(text);
  return { isTemplate, text: isTemplate ? unbound : page };
}

/** Blocks of Django, Jinja, Twig and Liquid. */
const OPENED = /\{%[-~]?\s{0,9}(comment|filter|apply)\b([^%]{0,200})%\}/g;
/** Filters that show markup as text. */
const ESCAPING = /\b(?:force_escape|escape|e)\b/;

/**
 * The page without what is shown nowhere, in blocks of comments, and without markup that is shown as text:
 * `{% filter force_escape %}<button>{% endfilter %}`. A mark of a template stays for the latter. Lengths and lines
 * stay.
 */
export function withoutUnshown(page: string): string {
  const parts: string[] = [];
  const lacking = new Set<string>();
  let copied = 0;
  for (const { 0: mark, 1: kind = '', 2: filters = '', index } of page.matchAll(OPENED)) {
    if (index < copied || lacking.has(kind) || (kind !== 'comment' && !ESCAPING.test(filters))) continue;
    const close = new RegExp(String.raw`\{%[-~]?\s{0,9}end${kind}\s{0,9}[-~]?%\}`, 'g');
    close.lastIndex = index + mark.length;
    const end = close.exec(page) === null ? 0 : close.lastIndex;
    if (end === 0) {
      lacking.add(kind);
      continue;
    }
    const block = page.slice(index, end).replace(/[^\r\n]/g, ' ');
    parts.push(page.slice(copied, index), kind === 'comment' ? block : `{{${block.slice(2, -2)}}}`);
    copied = end;
  }
  return parts.join('') + page.slice(copied);
}

type Find = (close: string, begin: number) => number;

/** Replaces marks in attributes and marks with output by letters, and other marks by spaces. Line breaks stay. */
const withoutMarks = (page: string, find: Find) =>
  replaceMarks(
    page,
    (mark, { inValue, inText, isOutput }) => mark.replace(/[^\r\n]/g, inValue || (inText && isOutput) ? 'x' : ' '),
    find,
  );

/** Where a mark stands. Between the attributes of a tag it is neither in text nor in a value. */
export interface MarkPlace {
  readonly inText: boolean;
  readonly inValue: boolean;
  /** Whether the mark puts text into the page. */
  readonly isOutput: boolean;
}

/** Replaces each mark of a template. The replacement must have the length and the line breaks of the mark. */
export function replaceMarks(
  page: string,
  fill: (mark: string, place: MarkPlace, begin: number) => string,
  find: Find = (close, begin) => page.indexOf(close, begin),
): { readonly text: string; readonly marks: number } {
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
    const isOutput = mark.output(page.slice(index + mark.open.length, end - mark.close.length));
    const { inText, inValue } = place;
    parts.push(page.slice(copied, index), fill(page.slice(index, end), { inText, inValue, isOutput }, index));
    marks += 1;
    copied = end;
    index = end - 1;
  }
  return { text: parts.join('') + page.slice(copied), marks };
}

const isDeclaration = (page: string, index: number): boolean =>
  page.startsWith('<?', index) && DECLARATION.test(page.slice(index + 2, index + 6));

/**
 * Finds the end of a mark. Each search continues where the last search for the same end stopped, so all searches
 * together take linear time.
 */
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

/**
 * The place of a character in the markup: in text, between the attributes of a tag, or in the value of an attribute.
 */
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

/** The rules of a tool that apply to a page. In a template, only those in the tool's `settings.inTemplates` apply. */
export function rulesOn(tool: ToolDefinition, { isTemplate }: PlainPage): ReadonlySet<string> {
  const all = Object.keys(tool.rules);
  const held = tool.settings?.['inTemplates'];
  return new Set(isTemplate && Array.isArray(held) ? all.filter((rule) => held.includes(rule)) : all);
}
