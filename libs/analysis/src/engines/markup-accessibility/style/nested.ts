import type { AtRule, ChildNode, Container, Rule } from 'postcss';

const isOfConditions = (node: ChildNode): node is AtRule =>
  node.type === 'atrule' && /^(?:media|supports|layer|container)$/.test(node.name);
const isBelow = (node: ChildNode): node is Rule | AtRule => node.type === 'rule' || isOfConditions(node);

/** Deeper rules are of no use to anybody. */
const MAX_DEPTH = 8;

/** Takes the rules that stand within other rules of a sheet out of them, each with its whole selector. */
export function unnest(around: Container, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  for (const node of [...(around.nodes ?? [])]) {
    if (node.type === 'rule') unnestRule(node, depth);
    else if (isOfConditions(node)) unnest(node, depth + 1);
  }
}

function unnestRule(rule: Rule, depth: number): void {
  let last: ChildNode = rule;
  for (const inner of [...rule.nodes].filter(isBelow)) {
    inner.remove();
    if (inner.type === 'rule') inner.selectors = inner.selectors.flatMap((each) => below(rule.selectors, each));
    else if (inner.nodes) {
      // Declarations in the condition itself are about the elements of the rule around it.
      const own = rule.clone({ nodes: [] });
      own.append([...inner.nodes]);
      inner.append(own);
    }
    last.after(inner);
    last = inner;
    if (inner.type === 'rule') unnestRule(inner, depth + 1);
    else unnest(inner, depth + 1);
  }
}

/** The selectors of a rule within a rule. A selector of many rules in one another is cut off. */
const below = (selectors: readonly string[], inner: string): readonly string[] =>
  selectors.slice(0, 20).map((each) => (inner.includes('&') ? inner.replaceAll('&', each) : `${each} ${inner}`));

const CHOICE = new RegExp(
  String.raw`:(?:is|where|-webkit-any|matches)\(` +
    String.raw`((?:[^()]|\([^()]*\))*:(?:hover|focus|active|visited|checked)(?:[^()]|\([^()]*\))*)\)`,
);
/** A list of more selectors than these is of a program. */
const MOST_CHOICES = 16;

/** Takes the choices between states out of the selectors of a sheet: `a:is(:hover, :focus)`. */
export function expandChoices(sheet: Container): void {
  sheet.walkRules((rule) => {
    if (CHOICE.test(rule.selector)) rule.selectors = rule.selectors.flatMap((each) => expanded(each));
  });
}

function expanded(selector: string): readonly string[] {
  const [whole = '', list = ''] = CHOICE.exec(selector) ?? [];
  const choices = list.split(/,(?![^()]*\))/).slice(0, MOST_CHOICES);
  return whole === '' ? [selector] : choices.map((each) => selector.replace(whole, each.trim()));
}
