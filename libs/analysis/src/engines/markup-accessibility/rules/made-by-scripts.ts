import { escapedForRegex } from '../../kit/escaped-for-regex';
import type { Page, Fault, Rule } from './page';
import { scriptsOf } from './page-scripts';

const MADE =
  /(?<![\w.$])(\$?\w+)\s*=\s*(?:document\.createElement\(\s*['"](img|iframe)['"]\s*\)|new\s+(Image)\([^()]*\))/g;
const PUTS_INTO_PAGE = String.raw`(?:append(?:Child)?|prepend|insertBefore|replaceChildren|replaceWith|before|after)\(`;
/** So far from where an element is made stands what becomes of it. */
const REACH = 1_200;
/** Code that names it, or that shows nobody anything. */
const NAMES_OR_HIDES = new RegExp(
  [
    String.raw`\.alt\b|\.title\b|['"](?:alt|title|aria-label|aria-hidden|role|hidden)['"]|\.hidden\s*=`,
    String.raw`\.display\s*=\s*['"]none|visibility\s*=\s*['"]hidden|Object\.assign|\.cloneNode`,
    String.raw`\.(?:width|height)\s*=\s*['"]?[01]['"]?\s*;|(?:width|height)\s*[:=]\s*['"]?[01](?:px)?\b`,
  ].join('|'),
);

const WHAT: Readonly<Record<string, string>> = { img: 'a picture', Image: 'a picture', iframe: 'a frame' };

const MADE_CONTROL =
  /(?<![\w.$])(\$?\w+)\s*=\s*document\.createElement\(\s*['"](button|a|input|select|textarea)['"]\s*\)/g;
/** Code that gives a control a text or a label, or that makes it one that needs none. */
const GIVES_TEXT = new RegExp(
  [
    String.raw`\.(?:textContent|innerText|value|text|title|ariaLabel|placeholder)\s*=`,
    String.raw`['"](?:aria-label|aria-labelledby|title|placeholder|for|value)['"]|[lL]abel|createTextNode|` +
      String.raw`\.cloneNode|Object\.assign`,
    String.raw`\.type\s*=\s*['"](?:hidden|submit|reset|file|image)|\.hidden\b|display\s*=|\.download\b|` +
      String.raw`\.click\(\)|execCommand`,
    String.raw`\.innerHTML\s*=\s*(?!['"\x60]\s*(?:<[^<>]*>\s*)+['"\x60])`,
  ].join('|'),
);

/** A button, link or field that a script makes and puts into the page, and that gets no text. */
function controlIn(code: string): readonly [string, string] | undefined {
  for (const { index, 0: all, 1: name = '', 2: tag } of code.matchAll(MADE_CONTROL)) {
    const after = code.slice(index + all.length, index + all.length + REACH);
    const [own = ''] = after.split(new RegExp(String.raw`(?<![\w.$])${escapedForRegex(name)}\s*=(?!=)`));
    const isShown = new RegExp(PUTS_INTO_PAGE + String.raw`\s*${escapedForRegex(name)}\s*\)`).test(own);
    const isFilled = new RegExp(
      String.raw`(?<![\w.$])${escapedForRegex(name)}\.(?:append|prepend|insertAdjacent|replaceChildren)`,
    ).test(own);
    const isUsed =
      tag === 'a'
        ? /\.href\s*=/.test(own)
        : tag !== 'button' || /\.onclick\s*=|addEventListener\(\s*['"]click/.test(own);
    if (!isShown || isFilled || !isUsed || GIVES_TEXT.test(own) || isGivenAway(own, name)) continue;
    return [WHAT_CONTROL[tag!]!, `"${name}", and gives it no text`];
  }
  return undefined;
}

const WHAT_CONTROL: Readonly<Record<string, string>> = {
  button: 'a button',
  a: 'a link',
  input: 'a field',
  select: 'a list',
  textarea: 'a field',
};
const ICON =
  String.raw`<(?:i|span|svg)\b[^<>$]*>\s*(?:<(?:path|use|circle|rect|g|line|` +
  String.raw`polyline)\b[^<>$]*>\s*(?:<\/\w+>\s*)?)*<\/(?:i|span|svg)>`;
const BUTTON_OF_ICON = new RegExp(String.raw`<(button|a)\b([^<>$]*)>\s*${ICON}\s*<\/\1>`, 'g');

/** A button or link in the markup of a script that holds nothing but an icon. */
function iconIn(code: string): readonly [string, string] | undefined {
  for (const [all, tag = '', attributes = ''] of code.matchAll(BUTTON_OF_ICON)) {
    if (/\b(?:title|hidden|disabled)\b|aria-|display:\s*none/.test(all) || (tag === 'a' && !/\shref=/.test(attributes)))
      continue;
    return [WHAT_CONTROL[tag]!, `${all.replace(/\s+/g, ' ').slice(0, 60)}, without a text`];
  }
  return undefined;
}

/** Pictures, frames and controls that a script makes and puts into the page without a name. */
function* madeWithoutName(page: Page): Generator<Fault> {
  for (const [element, all] of scriptsOf(page)) {
    // The rest of the code is judged as markup.
    const code = element.handlers.get('code left') ?? all;
    const [what, how] = madeIn(code) ?? writtenIn(code) ?? controlIn(code) ?? iconIn(code) ?? [];
    if (what !== undefined) yield { element, message: `A script puts ${what} into the page, ${how}` };
  }
}

function madeIn(code: string): readonly [string, string] | undefined {
  for (const { index, 0: all, 1: name = '', 2: tag, 3: image } of code.matchAll(MADE)) {
    const after = code.slice(index + all.length, index + all.length + REACH);
    const [own] = after.split(new RegExp(String.raw`(?<![\w.$])${escapedForRegex(name)}\s*=(?!=)`));
    const isShown = new RegExp(PUTS_INTO_PAGE + String.raw`[^;]*(?<![\w.$])${escapedForRegex(name)}(?![\w.$])`).test(
      own!,
    );
    const hasSource = new RegExp(
      String.raw`(?<![\w.$])${escapedForRegex(name)}\s*\.\s*(?:src\s*=|setAttribute\(\s*['"]src)`,
    ).test(own!);
    if (!isShown || !hasSource || NAMES_OR_HIDES.test(own!) || isGivenAway(own!, name)) continue;
    const kind = WHAT[tag ?? image ?? ''];
    if (kind !== undefined) return [kind, `"${name}", and gives it no text`];
  }
  return undefined;
}

/** Whether another function gets the element, and may name it. */
const isGivenAway = (code: string, name: string): boolean =>
  [...code.matchAll(new RegExp(String.raw`\b(\w+)\(\s*(?:[^();]*,\s*)?${escapedForRegex(name)}(?![\w.$])`, 'g'))].some(
    ([, called = '']) => !new RegExp(`^${PUTS_INTO_PAGE.slice(0, -2)}$`).test(called),
  );

const TAG = /<(img|iframe)\b(?=[\s"'])([^<>]{0,400})(?<!=)>/g;
/** A pattern, a comment or a tag with further attributes has one of these. */
const OTHERWISE = new RegExp(
  [
    String.raw`\b(?:alt|title|role|hidden)\b|aria-|display:\s*none|\[\^|\\s|\.\*`,
    String.raw`(?:width|height)=\\?["']?[01](?:px)?\\?["'\s]|(?:^|\s)\$\{`,
    String.raw`(?<![=\w"'\\])["'\x60]\s*\+\s*(?!["'\x60])[^"'\x60]*\+\s*["'\x60]\s*$`,
  ].join('|'),
);

/** The same in the markup that a script has in its strings: `<img src="${url}">`. */
function writtenIn(code: string): readonly [string, string] | undefined {
  for (const [all, tag = '', attributes = ''] of code.matchAll(TAG)) {
    const isOfPicture = /\ssrc=/.test(attributes) && !OTHERWISE.test(attributes);
    // A rich editor, or a filter of markup, has such a tag in a pattern.
    if (!isOfPicture || /\bnew RegExp\b|\.replace\(\s*\/[^/]*<img/.test(code)) continue;
    return [WHAT[tag]!, `${all.replace(/\s+/g, ' ').slice(0, 60)}, without a text`];
  }
  return undefined;
}

export const madeByScriptRules: Readonly<Record<string, Rule>> = { 'nameless-by-script': madeWithoutName };
