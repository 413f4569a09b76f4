import type { Warning } from 'stylelint';
import { isOfTailwind } from '../kit/built-styles';

interface PlaceInStyles {
  readonly message: string;
  /** The line from where the finding begins. */
  readonly here: string;
  /** The text before it in the line. */
  readonly before: string;
  /** The selector or declaration that begins there, with its block where it has one, in one line. */
  readonly rule: string;
  /** All of the file. */
  readonly text: string;
}

/** Properties that show the focus as an outline does. */
const SHOWS_FOCUS = new RegExp(
  String.raw`[{;]\s*(?:border(?:-[a-z]+)*|box-shadow|background(?:-color|-image)?|text-decoration(?:-[a-z]+)*|` +
    String.raw`outline(?:-color|-style)?|--[\w-]*ring[\w-]*)\s*:` +
    String.raw`(?!\s*(?:none|0|transparent|inherit|unset)\s*(?:!important\s*)?[;}])`,
  'i',
);

/** Whether a keyboard user sees the focus nevertheless, here or by another rule of the file. */
function showsFocus({ rule, text, message }: PlaceInStyles): boolean {
  const selector = rule.slice(0, rule.indexOf('{'));
  const block = rule.slice(selector.length);
  if (message.includes(':not(:focus-visible)') || !/:focus(?!-)/.test(selector) || SHOWS_FOCUS.test(block)) return true;
  return selector.split(',').every((each) => text.includes(`${each.trim().split(/:focus(?!-)/)[0]}:focus-visible`));
}

/** A gradient or a picture behind a plain colour, which is for browsers that do not know the other. */
const FALLBACK = /^background(?:-image)?\s*:\s*[^;]*(?:gradient|image-set)\(/i;

/** By rule: the plain cases in which it is wrong. */
const MISFIRES: Readonly<Record<string, (place: PlaceInStyles) => boolean>> = {
  'a11y/no-outline-none': showsFocus,
  'declaration-block-no-shorthand-property-overrides': ({ message, here }) =>
    here.length > LONG_LINE || (/"background-color"/.test(message) && FALLBACK.test(here)),
  // The elements of other components, whose names are their own.
  'selector-type-no-unknown': ({ before }) => /(?:::ng-deep|::v-deep|\/deep\/|>>>)\s[^,{}]*$/.test(before),
  // A build puts the value of such a variable in.
  'media-query-no-invalid': ({ here }) => /\$[\w-]+|@\w+-\w+\s*\)/.test(here),
  // Tailwind puts what is imported in the place of the import.
  'no-invalid-position-at-import-rule': ({ text }) => isOfTailwind(text),
  // `7px\9` and `0\0` are for old versions of Internet Explorer alone; others skip the declaration, as is meant.
  'unit-no-unknown': ({ here }) => /^[\w%.]*\\[09]/.test(here),
  // More than one space, a comment or a line break is as good as the space that the rule wants.
  'function-calc-no-unspaced-operator': ({ message, here }) => /after/.test(message) && /^.?[-+](?:\s|\/\*)/.test(here),
};

/** A selector of elements of a kind, wherever they are: `a:focus`, `*:focus`, `:focus`. */
const OF_A_KIND = /(?:^|,)\s*(?:\*|a|button|input|select|textarea|summary)?(?:\[[^\]]*\])?:focus(?!-)[^,{]*(?=[,{])/;

/** The severity where less is lost than the rule says: the focus of one component may show on what is around it. */
export const severityAt = ({ rule, line, column }: Warning, lines: readonly string[]): 'low' | undefined =>
  rule === 'a11y/no-outline-none' && !OF_A_KIND.test(ruleAt(lines, line, column)) ? 'low' : undefined;

const LINES_OF_A_RULE = 40;
/** Nobody writes such a line. A program that makes mails for old readers does, and repeats itself on purpose. */
const LONG_LINE = 1_000;

/** @param lines those of the file */
export function isMisfire({ rule, text: message, line, column }: Warning, lines: readonly string[]): boolean {
  if (!Object.hasOwn(MISFIRES, rule)) return false;
  const here = (lines[line - 1] ?? '').slice(column - 1);
  return MISFIRES[rule]!({
    message,
    here,
    before: (lines[line - 1] ?? '').slice(0, column - 1),
    get rule() {
      return ruleAt(lines, line, column);
    },
    get text() {
      return lines.join('\n');
    },
  });
}

/** The rule that begins there, up to the end of its block, without comments. */
function ruleAt(lines: readonly string[], line: number, column: number): string {
  const here = (lines[line - 1] ?? '').slice(column - 1);
  const from = [here, ...lines.slice(line, line + LINES_OF_A_RULE)].join(' ').replace(/\/\*.*?\*\//g, ' ');
  return from.slice(0, from.indexOf('}') + 1 || undefined);
}
