import type { Notice } from '../domain/notice';
import type { VerdictNews } from '../domain/verdict-news';
import { facts, headline, whatChanged } from './verdict-texts';

/** What people are told, before a channel puts it into its own form. */
export interface MessageTexts {
  /** One line. */
  readonly title: string;
  readonly text: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly link: string | null;
  /** Null where nothing was judged. */
  readonly verdict: VerdictNews['verdict'] | null;
}

export const messageTexts = (content: VerdictNews | Notice): MessageTexts =>
  'verdict' in content
    ? {
        title: headline(content),
        text: whatChanged(content),
        facts: facts(content),
        link: content.link,
        verdict: content.verdict,
      }
    : { ...content, link: null, verdict: null };
