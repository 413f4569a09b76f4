import { extname } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { SecretLintCoreConfig, SecretLintCoreResultMessage } from '@secretlint/types';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type JudgedText, type Problem, judgeEachText } from '../kit/per-file';
import { type FoundSecret, type SecretPattern, compilePatterns, matchesOf } from './patterns';
import { judgeRemoved } from './removed-secrets';

/**
 * Obeys `secretlint-disable` comments of the analysed file. It is an ordinary rule of the preset: without it nobody
 * does.
 */
const COMMENT_FILTER = '@secretlint/secretlint-rule-filter-comments';

export const engine: Engine = {
  id: 'secretlint',
  async run(pass, report) {
    withoutProfile();
    const { lintSource } = await import('@secretlint/core');
    const preset = await import('@secretlint/secretlint-rule-preset-recommend');
    report.engine('secretlint', installedVersion('@secretlint/core'));

    // The rules one by one instead of the preset: only so can one of them be left out.
    const rules = preset.rules
      .filter(({ meta }) => meta.id !== COMMENT_FILTER)
      .map((rule) => ({ id: rule.meta.id, rule, options: {} }));
    const config: SecretLintCoreConfig = { rules };
    // Tools share patterns, and what two of them ask for is looked for once.
    const patterns = compilePatterns(
      Object.assign(
        {},
        ...pass.tools.map(({ settings }) => settings?.['patterns'] as Record<string, SecretPattern> | undefined),
      ),
    );

    const search = async ({ file, text }: JudgedText): Promise<FoundSecret[]> => {
      const { messages } = await lintSource({
        source: { filePath: file.staged, content: text, ext: extname(file.staged), contentType: 'text' },
        options: { config, noPhysicFilePath: true, maskSecrets: true },
      });
      return [
        ...messages.map((message) => ({ problem: problem(message), value: text.slice(...message.range) })),
        ...matchesOf(text, patterns),
      ];
    };
    // Tools that read the same part are asked together, and this is a matter of the part.
    if (pass.tools.some(({ settings }) => settings?.['onlyRemoved'] === true)) await judgeRemoved(pass, report, search);
    else await judgeEachText(pass, report, async (input) => (await search(input)).map(({ problem: found }) => found));
  },
};

/**
 * It marks some 80 points in time a file, and at each looks through all marks so far: an image with 24,754 files of
 * text took more than 300 s, and takes 25 without. Nobody reads the marks, and nothing else in this process makes any.
 */
const withoutProfile = () => Object.defineProperty(performance, 'mark', { value: () => undefined, configurable: true });

/**
 * The message up to the secret: secretlint masks what follows with as many stars as the secret has characters, which
 * says too much.
 */
function problem({ messageId, message, loc }: SecretLintCoreResultMessage): Problem {
  return {
    rule: messageId,
    line: loc.start.line,
    column: loc.start.column + 1,
    endLine: loc.end.line,
    message: message
      .split(/[:(]/, 1)[0]!
      .trim()
      .replace(/^found\b/, 'Found'),
  };
}
