import type { ConfigData, HtmlValidate, Message } from 'html-validate';
import type { ToolDefinition } from '../../catalogue/tool';
import { isReferredTo } from '../kit/referred-ids';
import type { Engine } from '../engine';
import { plainPage, rulesOn } from '../kit/page-templates';
import { type Problem, Unreadable, judgeEachText, rulesOf, withKnownRules } from '../kit/per-file';

type Rules = NonNullable<ConfigData['rules']>;

const OPTIONS: Rules = {
  'area-alt': ['error', { accessible: true }],
  'aria-label-misuse': ['error', { allowAnyNamable: true }],
  'long-title': ['error', { maxlength: 90 }],
  'no-autoplay': ['error', { include: ['audio', 'video'] }],
  'no-raw-characters': ['error', { relaxed: true }],
  'require-sri': ['error', { target: 'crossorigin' }],
  'valid-id': ['error', { relaxed: true }],
};

/** Elements are compared with their siblings: 20,000 took 7 s, and 160,000 would take minutes. */
const MAX_TAGS = 15_000;
const PARSER_ERROR = 'parser-error';

/**
 * Runs HTML-validate with a given configuration (`root`, one static loader), because its default loader reads
 * `.htmlvalidate.*` next to each file. There is no option against directives in comments, so they are overwritten
 * first.
 */
export const engine: Engine = {
  async run(pass, report) {
    const { HtmlValidate, StaticConfigLoader, ruleExists, version } = await import('html-validate');
    report.engine('html-validate', version);
    const validators = new Map<string, HtmlValidate>();
    const validatorFor = (tools: readonly ToolDefinition[]): HtmlValidate => {
      const key = tools.map(({ id }) => id).join();
      const known = validators.get(key);
      if (known) return known;
      const rules = Object.fromEntries([...rulesOf(tools)].map((rule) => [rule, OPTIONS[rule] ?? 'error']));
      const made = new HtmlValidate(new StaticConfigLoader({ root: true, extends: [], elements: ['html5'], rules }));
      validators.set(key, made);
      return made;
    };

    await judgeEachText(withKnownRules(pass, report, ruleExists), report, ({ text: written, tools }) => {
      const page = plainPage(written);
      const { text } = page;
      const tags = text.match(/<[a-z]/gi)?.length ?? 0;
      if (tags > MAX_TAGS) throw new Unreadable(`more than ${MAX_TAGS} tags`);
      const applicable = isDocument(text)
        ? tools
        : tools.filter(({ settings }) => settings?.['documentsOnly'] !== true);
      if (applicable.length === 0) return [];
      // The file's name is not passed on. It is not needed here, and could select a transform.
      const { results } = validatorFor(applicable).validateStringSync(withoutDirectives(text), 'page.html');
      const messages = results.flatMap((result) => result.messages);
      const parserError = messages.find(({ ruleId }) => ruleId === PARSER_ERROR);
      if (parserError) throw new Unreadable(`line ${parserError.line}: ${parserError.message}`);
      const own = new Set(applicable.flatMap((tool) => [...rulesOn(tool, page)]));
      return messages
        .filter((each) => own.has(each.ruleId) && !isMisfire(each, text))
        .map((each) => problemOf(each, text));
    });
  },
};

/** A partial template may lack a doctype and refer to ids of the surrounding page. That is not a mistake. */
const isDocument = (text: string) => /^(?:html[\s>]|!doctype\s)/i.test(firstTag(text));

/** The text behind the first `<` that begins an element or a declaration of a kind. Comments are passed over. */
function firstTag(text: string): string {
  const plain = text.replace(/<!--(?:(?!-->)[^])*(?:-->|$)/g, (comment) => ' '.repeat(comment.length));
  const begin = plain.search(/<(?:[a-z]|!doctype)/i);
  return begin < 0 ? '' : plain.slice(begin + 1, begin + 20);
}

/** By rule: the tags of which it is wrong. */
const MISFIRES: Readonly<Record<string, RegExp>> = {
  // A button that is a picture is named by its `alt`, and a field that a script makes more of by its own `label`.
  'input-missing-label': /^<?input(?=\s)(?:[^>]*\btype=["']?image\b|(?=[^>]*\sis=)[^>]*\slabel=["']?[^"'\s])/i,
  // These answer otherwise each time, or with each release of their own: no hash fits for long.
  'require-sri': new RegExp(
    String.raw`^<?(?:script|link)(?=\s)[^>]*\s(?:src|href)=["']?(?:https?:)?\/\/` +
      String.raw`(?:maps\.googleapis\.com|fonts\.googleapis\.com|` +
      String.raw`www\.googletagmanager\.com|www\.google\.com\/recaptcha|js\.stripe\.com|www\.paypal\.com|` +
      String.raw`connect\.facebook\.net|platform\.twitter\.com)[/?]`,
    'i',
  ),
  // A title is the name of a button with a picture and no text.
  'text-content': /^<?button(?=\s)[^>]*\stitle=["']?[^"'\s>]/i,
};

const MOST_OF_A_TAG = 1_000;

const isMisfire = ({ ruleId, offset }: Message, text: string): boolean =>
  Object.hasOwn(MISFIRES, ruleId) && MISFIRES[ruleId]!.test(text.slice(offset, offset + MOST_OF_A_TAG));

/** Same length, so that lines and columns stay. */
const withoutDirectives = (text: string) => text.replace(/(<!--\s*\[?)html-validate(?=-[a-z])/g, '$1assay-removed');

const problemOf = ({ ruleId, line, column, message }: Message, text: string): Problem => ({
  rule: ruleId,
  line,
  column,
  message,
  // Pictures keep the ids of the program that drew them.
  ...(ruleId === 'no-dup-id' && isIdle(message, text) && { severity: 'low' as const }),
});

function isIdle(message: string, text: string): boolean {
  const [, id] = /"([^"]+)"/.exec(message) ?? [];
  return id !== undefined && !isReferredTo(id, text);
}
