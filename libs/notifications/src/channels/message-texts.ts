import type { Notice } from '../domain/notice';
import type { VerdictNews } from '../domain/verdict-news';
import { facts, headline, whatChanged } from './verdict-texts';

/** The texts of messages, before a channel puts them into its own form. */
export interface MessageTexts {
  /** One line. */
  readonly title: string;
  readonly text: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly link: string | null;
  /** Null if nothing was judged. */
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
