import type { Rule } from 'eslint';
import type { Plugin } from './plugins';

/** Whether a text may hold what a rule is about. */
type MayHold = (text: string) => boolean;

/** @param words as the rule spells them */
const oneOf =
  (...words: readonly string[]): MayHold =>
  (text) =>
    words.some((word) => text.includes(word));

const matching =
  (pattern: RegExp): MayHold =>
  (text) =>
    pattern.test(text);

/**
 * The words or characters of a text without which a rule finds nothing in it. Such a rule looks for an API or a
 * character, but asks about each call or each token of every file.
 */
export const SUBJECTS: Readonly<Record<string, Readonly<Record<string, MayHold>>>> = {
  security: {
    'detect-bidi-characters': matching(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/),
    'detect-buffer-noassert': matching(/(?:read|write)(?:U?Int|Float|Double)/),
    'detect-child-process': oneOf('child_process'),
    'detect-disable-mustache-escape': oneOf('escapeMarkup'),
    'detect-invisible-characters': matching(/[\u3164\uFFA0]/),
    'detect-new-buffer': oneOf('Buffer'),
    'detect-no-csrf-before-method-override': oneOf('methodOverride'),
    'detect-pseudoRandomBytes': oneOf('pseudoRandomBytes'),
  },
  sonarjs: {
    'code-eval': (text) =>
      /\b(?:eval|Function|Script|SourceTextModule|runIn(?:New|This)?Context)\b/.test(text) || /javascript:/i.test(text),
    cors: matching(/\bcors\b|access-control-allow-origin/i),
    csrf: oneOf('csurf'),
    'file-uploads': oneOf('formidable', 'multer'),
    'no-hardcoded-passwords': matching(/password|passwd|pwd|passphrase/i),
    'no-session-cookies-on-static-assets': oneOf('express-session', 'cookie-session'),
  },
};

/** With an escape, a name may be written in many ways. So may a text that continues on the next line. */
const OTHER_SPELLING = /\\[ux0-7\r\n\u2028\u2029]/;

/** Has these rules listen only in files that may hold their subject. Rules are named without their prefix. */
export function aboutTheirSubjects(prefix: string, rules: Plugin['rules']): Plugin['rules'] {
  const subjects = Object.entries(SUBJECTS[prefix] ?? {}).filter(([rule]) => Object.hasOwn(rules, rule));
  return Object.fromEntries(subjects.map(([rule, mayHold]) => [rule, about(rules[rule] as Rule.RuleModule, mayHold)]));
}

function about(rule: Rule.RuleModule, mayHold: MayHold): Rule.RuleModule {
  const create = (context: Rule.RuleContext): Rule.RuleListener => {
    const { text } = context.sourceCode;
    return mayHold(text) || OTHER_SPELLING.test(text) ? rule.create(context) : {};
  };
  return { ...rule, create };
}
