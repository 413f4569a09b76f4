import { extname } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { SecretLintCoreConfig, SecretLintCoreResultMessage } from '@secretlint/types';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type JudgedText, type Problem, judgeEachText } from '../kit/per-file';
import { type FoundSecret, type SecretPattern, compilePatterns, matchesOf } from './patterns';
import { isPlaceholder } from './placeholders';
import { judgeRemoved } from './removed-secrets';
import { withPlainKeys } from './written-keys';

/**
 * The rule of the preset that obeys `secretlint-disable` comments of the analysed file. Without it, they have no
 * effect.
 */
const COMMENT_FILTER = '@secretlint/secretlint-rule-filter-comments';

const CONNECTION = /^(?:MongoDB|MySQL|PostgreSQL)Connection$/;
/** A connection string is no longer. */
const CONTEXT = 300;

/** The line of a range, as far as a connection string may reach. */
function around(text: string, [from, to]: readonly [number, number]): string {
  const begin = Math.max(text.lastIndexOf('\n', from) + 1, from - CONTEXT);
  const end = text.indexOf('\n', to);
  return text.slice(begin, Math.min(end === -1 ? text.length : end, to + CONTEXT));
}

export const engine: Engine = {
  async run(pass, report) {
    withoutProfile();
    const { lintSource } = await import('@secretlint/core');
    const preset = await import('@secretlint/secretlint-rule-preset-recommend');
    report.engine('secretlint', installedVersion('@secretlint/core'));

    // The rules are given one by one instead of the preset, because only then can one be left out.
    const rules = preset.rules
      .filter(({ meta }) => meta.id !== COMMENT_FILTER)
      .map((rule) => ({ id: rule.meta.id, rule, options: {} }));
    const config: SecretLintCoreConfig = { rules };
    // Tools share patterns. A pattern of two tools is searched only once.
    const patterns = compilePatterns(
      Object.assign(
        {},
        ...pass.tools.map(({ settings }) => settings?.['patterns'] as Record<string, SecretPattern> | undefined),
      ),
    );

    const search = async ({ file, text }: JudgedText): Promise<FoundSecret[]> => {
      const { messages } = await lintSource({
        source: { filePath: file.staged, content: withPlainKeys(text), ext: extname(file.staged), contentType: 'text' },
        options: { config, noPhysicFilePath: true, maskSecrets: true },
      });
      return [
        ...messages
          .filter(({ messageId, range }) => !(CONNECTION.test(messageId) && isPlaceholder(around(text, range))))
          .map((message) => ({ problem: problem(message), value: text.slice(...message.range) })),
        ...matchesOf(text, patterns),
      ];
    };
    // All tools of a pass read the same part, and this setting depends on the part.
    if (pass.tools.some(({ settings }) => settings?.['onlyRemoved'] === true)) await judgeRemoved(pass, report, search);
    else await judgeEachText(pass, report, async (input) => (await search(input)).map(({ problem: found }) => found));
  },
};

/**
 * Switches off the performance marks of secretlint. It sets about 80 marks per file, and each searches all earlier
 * marks. An image with 24,754 text files took more than 300 s, and takes 25 s without marks. Nobody reads the marks,
 * and no other code in this process sets any.
 */
const withoutProfile = () => Object.defineProperty(performance, 'mark', { value: () => undefined, configurable: true });

/**
 * The message up to the secret. Secretlint masks the secret with as many stars as it has characters, which reveals its
 * length.
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
