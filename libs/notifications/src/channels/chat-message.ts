import type { MessageTexts } from './message-texts';

/** In Slack's markup these three have a meaning wherever they stand. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Slack takes 3,000 characters of a section, and 2,000 of a field. */
const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
/** Half of a character, which is left where a text was cut: a receiver may refuse the whole message for it. */
const HALVES = /\p{Cs}/gu;
/** Cut first: an escape that is cut would be shown as it is. Each character takes five at most. */
const shown = (text: string, most: number): string => escaped(cut(text, Math.floor(most / 5)).replace(HALVES, ''));

const SIGNS = { pass: ':white_check_mark:', fail: ':x:', inconclusive: ':grey_question:' } as const;

/** A message for a Slack-compatible incoming webhook: blocks, and a text for receivers and notices without blocks. */
export function chatMessage({ title: headline, text, facts, link: report, verdict }: MessageTexts): object {
  const title = shown(headline, 2_500);
  const changed = shown(text, 1_000);
  const link = report === null ? [] : [section(`<${escaped(report)}|The report>`)];
  return {
    text: `${title}. ${changed}`,
    blocks: [
      section(`${verdict === null ? ':information_source:' : SIGNS[verdict]} *${title}*\n${changed}`),
      {
        type: 'section',
        fields: facts.map(([name, value]) => ({ type: 'mrkdwn', text: `*${name}*\n${shown(value, 1_900)}` })),
      },
      ...link,
    ],
  };
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
