import type { Problem } from '../kit/per-file';

/**
 * Words that alex reports as remarks about people, but that are technical terms in nearly every document about
 * software. Of 400 messages on 150 read-me files, 370 were about these.
 */
const TERMS_OF_THE_TRADE = [
  'simple',
  'just',
  'invalid',
  'special',
  'easy',
  'obvious',
  'of-course',
  'straightforward',
  'clearly',
  'basically',
  'everyone-knows',
  'actually',
  'whitespace',
  'whitespaces',
  'host-hostess',
  'hostesses-hosts',
  'watchman-watchwoman',
  'hang',
  'savage',
  'execute',
  'executed',
  'executes',
  'executing',
  'execution',
  'kill',
  'color',
  'failed',
  'remain',
  'period',
  'period-ethnic-ethnicity',
  'dirty',
  'disabled',
  'attack',
  'attacks',
  'attacked',
  'attacking',
  'fire',
  'hook',
  'hooks',
  'shoot',
  'aids',
  'addict',
  'latino',
  'prince-princess',
  'alumnae-alumni',
];

const EXCLUSIONARY = /^(?:master|slave|masters?-slaves?|blacklist|whitelist|grandfather)/;
/** The highest of the levels 0, 1 and 2: words that hardly ever have another meaning. */
const SURENESS = 2;

type InclusiveLanguage = (text: string, isMarkdown: boolean) => Problem[];

export async function inclusiveLanguage(): Promise<InclusiveLanguage> {
  const alex = await import('alex');
  return (text, isMarkdown) => {
    // A comment of the target such as `alex disable` turns all messages off. Overwriting it is the only way to prevent
    // that.
    const undirected = text.replace(/(<!--\s*)alex(?=\s)/g, '$1word');
    const options = { allow: TERMS_OF_THE_TRADE, profanitySureness: SURENESS } as const;
    const { messages } = isMarkdown ? alex.markdown(undirected, options) : alex.text(undirected, options);
    return messages
      .filter(({ source, ruleId }) => source !== 'retext-profanities' || !EXCLUSIONARY.test(String(ruleId)))
      .map(({ line, column, reason, source, ruleId }) => ({
        rule:
          source === 'retext-profanities'
            ? 'profanity'
            : EXCLUSIONARY.test(String(ruleId))
              ? 'exclusionary-term'
              : 'inconsiderate-wording',
        ...(typeof line === 'number' && { line }),
        ...(typeof column === 'number' && { column }),
        message: reason,
      }));
  };
}
