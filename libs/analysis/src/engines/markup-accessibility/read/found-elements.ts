import { type MarkupElement, elementsIn } from '../markup';
import { matcherOf } from '../style/selectors';

/** The ways, other than an id, by which a script finds an element. */
const FINDS = new RegExp(
  [
    String.raw`document\s*\.\s*querySelector\(\s*(?<q>['"\x60])(?<one>[^'"\x60\n]{1,80})\k<q>\s*\)`,
    String.raw`document\s*\.\s*querySelectorAll\(\s*(?<r>['"\x60])(?<all>[^'"\x60\n]{1,80})\k<r>\s*\)` +
      String.raw`\s*\[\s*(?<at>\d{1,2})\s*\]`,
    String.raw`document\s*\.\s*getElementsBy(?<way>ClassName|TagName)\(\s*(?<s>['"])(?<name>[\w-]{1,80})\k<s>` +
      String.raw`\s*\)\s*\[\s*(?<nth>\d{1,2})\s*\]`,
    String.raw`document\s*\.\s*forms\s*(?:\[\s*(?<form>\d)\s*\]|\.\s*(?<called>(?!length\b)[a-zA-Z]\w*))`,
    String.raw`(?<jquery>\$|jQuery)\(\s*(?<t>['"])(?<sought>[^'"\n<]{1,80})\k<t>\s*\)`,
  ].join('|'),
  'g',
);
const PLAIN_ID = /^[\w-]+$/;
/** Names of the browser that an element of the same id does not take. */
const OF_BROWSER = new Set(
  'status name top parent self event location history screen close open print stop find focus blur origin'.split(' '),
);
/** Longer code is of a program. */
const LONGEST_SCRIPT = 20_000;
const MOST_IDS = 200;

/** The elements that scripts of a page find, each under an id of its own or one that stands for it. */
export class FoundElements {
  /** The elements without an id in the page, by the ids that stand for them in the code. */
  readonly others = new Map<string, MarkupElement>();
  private readonly all: readonly MarkupElement[];
  private readonly named: readonly string[];

  constructor(root: MarkupElement) {
    this.all = [...elementsIn(root, true)];
    const ids = this.all.flatMap((each) => each.attributes.get('id') ?? []);
    this.named = [...new Set(ids)].filter((id) => /^[a-zA-Z_]\w*$/.test(id) && !OF_BROWSER.has(id));
  }

  /** The code of a script in which each element of the page that it finds is asked for by an id. */
  byIds(code: string): string {
    if (code.length > LONGEST_SCRIPT) return code;
    const found = code.replace(FINDS, (whole, ...rest) => {
      const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      const element = this.found(groups);
      const id = element && this.idOf(element);
      if (id === undefined) return whole;
      return groups['jquery'] ? `$('#${id}')` : `document.getElementById('${id}')`;
    });
    return this.named.length > MOST_IDS ? found : this.withoutBareIds(found);
  }

  private found(groups: Readonly<Record<string, string | undefined>>): MarkupElement | undefined {
    const { one, all, at, way, name, nth, form, called, sought } = groups;
    const forms = this.all.filter((each) => each.name === 'form');
    if (form !== undefined) return forms[Number(form)];
    if (called !== undefined) return forms.find((each) => each.attributes.get('name') === called);
    const selector = one ?? all ?? sought ?? (way === 'ClassName' ? `.${name}` : name)!;
    const matches = /^#[\w-]+$/.test(selector) ? undefined : matcherOf(selector);
    const matching = matches ? this.all.filter((each) => matches(each)) : [];
    // jQuery is about all of them.
    if (sought !== undefined) return matching.length === 1 ? matching[0] : undefined;
    return matching[Number(at ?? nth ?? 0)];
  }

  private idOf(element: MarkupElement): string | undefined {
    const own = element.attributes.get('id');
    if (own === null) return undefined;
    if (own !== undefined && PLAIN_ID.test(own)) return own;
    for (const [id, each] of this.others) if (each === element) return id;
    const id = `assay-element-${this.others.size + 1}`;
    this.others.set(id, element);
    (element.handlers as Map<string, string>).set('called', id);
    return id;
  }

  /** `send.hidden = true`, where nothing but the element has the name. */
  private withoutBareIds(code: string): string {
    const used = this.named.filter((id) => code.includes(id) && !isDeclared(code, id));
    if (used.length === 0) return code;
    const bare = new RegExp(String.raw`(?<![\w.$'"#-])(?:window\.)?(${used.join('|')})(?=\s*\.\s*[a-zA-Z])`, 'g');
    return code.replace(bare, (_, id: string) => `document.getElementById('${id}')`);
  }
}

const isDeclared = (code: string, name: string): boolean =>
  new RegExp(
    String.raw`\b(?:const|let|var|function|class)\s+(?:[^;=]*,\s*)?${name}\b|[(,{]\s*${name}\s*[,)}]|\b${name}\s*=>`,
  ).test(code);
