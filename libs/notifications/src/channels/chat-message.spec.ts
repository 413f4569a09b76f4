import { chatProblem } from '../../../../test/support/receivers/chat-rules';
import { webhookNotice } from '../domain/notice';
import type { VerdictNews } from '../domain/verdict-news';
import { chatMessage } from './chat-message';
import { messageTexts } from './message-texts';

const news: VerdictNews = {
  automationId: 'aut_1',
  automationName: 'Nightly',
  historyId: 'run_1',
  scanId: 'scn_1',
  verdict: 'fail',
  reason: '2 new findings',
  branch: 'main',
  commit: 'c'.repeat(40),
  newFindings: 2,
  failing: 2,
  link: 'https://assay.example/api/v1/shared/reports/a?b=1&c=2',
  previous: 'pass',
  moreFailing: 2,
  at: '2026-11-05T10:00:00.000Z',
};
const problemOf = (content: Parameters<typeof messageTexts>[0]) => chatProblem(chatMessage(messageTexts(content)));

describe('a message to chat', () => {
  it('is one that Slack takes', () => {
    expect(problemOf(news)).toBeUndefined();
    expect(problemOf({ ...news, link: null, previous: null, commit: null, branch: null })).toBeUndefined();
    expect(problemOf(webhookNotice({ endpointId: 'whk_1', reason: 'answered 410' }))).toBeUndefined();
  });

  it.each(['x', '&', '<', '&lt;', '\u{1f600}', '<!channel> ', '\u{1f600}x\u{1f600}'])(
    'is one that Slack takes, however long its texts are and whatever they hold: %s',
    (part) => {
      const long = part.repeat(1_000);
      expect(problemOf({ ...news, automationName: long, branch: long, reason: long, commit: long })).toBeUndefined();
      expect(problemOf(webhookNotice({ endpointId: 'whk_1', reason: long }))).toBeUndefined();
    },
  );
});

describe('the rules of a receiver', () => {
  it.each<[string, object]>([
    ['no text', {}],
    ['a long section', { text: 'a', blocks: [section('x'.repeat(3_001))] }],
    ['an empty section', { text: 'a', blocks: [section('')] }],
    ['another block', { text: 'a', blocks: [{ type: 'script' }] }],
    ['too many blocks', { text: 'a', blocks: Array.from({ length: 51 }, () => section('a')) }],
    ['what mentions everybody', { text: 'a <!channel>' }],
    ['what is half escaped', { text: 'a & b' }],
    ['half of a character', { text: 'a \ud83d' }],
  ])('refuse %s', (_, message) => expect(chatProblem(message)).toEqual(expect.any(String)));
});

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}
