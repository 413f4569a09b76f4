import type { LanguageOfTarget } from '../interpret/language-of-target';

/** The language of a target, with what imports and inclusions mean looked up once: they are asked for at each use. */
export const remembered = (language: LanguageOfTarget): LanguageOfTarget => ({
  ...language,
  resolve: once(language.resolve),
  ...(language.included && { included: once(language.included) }),
});

function once<Answer>(ask: (file: string, name: string) => Answer): (file: string, name: string) => Answer {
  const files = new Map<string, Map<string, Answer>>();
  return (file, name) => {
    let answers = files.get(file);
    if (answers === undefined) {
      answers = new Map();
      files.set(file, answers);
    }
    const known = answers.get(name);
    if (known !== undefined || answers.has(name)) return known as Answer;
    const answer = ask(file, name);
    answers.set(name, answer);
    return answer;
  };
}
