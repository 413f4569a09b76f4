import { Ajv } from 'ajv';

/** Slack counts the escapes of a text, and leaves nothing of it out. */
const text = (most: number) => ({
  type: 'object',
  required: ['type', 'text'],
  additionalProperties: false,
  properties: { type: { const: 'mrkdwn' }, text: { type: 'string', minLength: 1, maxLength: most } },
});

/** A message with sections, by the limits that Slack documents of incoming webhooks and of Block Kit. */
const MESSAGE = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 40_000 },
    blocks: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: {
        type: 'object',
        required: ['type'],
        anyOf: [{ required: ['text'] }, { required: ['fields'] }],
        additionalProperties: false,
        properties: {
          type: { const: 'section' },
          text: text(3_000),
          fields: { type: 'array', minItems: 1, maxItems: 10, items: text(2_000) },
        },
      },
    },
  },
};

const check = new Ajv({ allErrors: true, strict: false }).compile(MESSAGE);

/** What a Slack-compatible incoming webhook refuses of a message; undefined if it takes it. */
export function chatProblem(message: unknown): string | undefined {
  if (!check(message))
    return (check.errors ?? []).map(({ instancePath, message: what }) => `${instancePath} ${what}`).join('; ');
  // JSON has halves of characters, which no text in UTF-8 can hold, as escapes.
  if (/\\ud[89a-f]/.test(JSON.stringify(message))) return 'half of a character';
  // These three have a meaning in its markup: what stands in a text is escaped, but for the links of the message.
  const written = JSON.stringify(message).replace(/<https?:[^<>|]*\|[^<>|]*>/g, '');
  return /[<>]|&(?!amp;|lt;|gt;)/.test(written) ? 'a character of the markup is not escaped' : undefined;
}
