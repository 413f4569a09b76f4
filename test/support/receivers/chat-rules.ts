import { Ajv } from 'ajv';

/** A text of limited length: Slack counts escapes, and nothing is left out. */
const text = (most: number) => ({
  type: 'object',
  required: ['type', 'text'],
  additionalProperties: false,
  properties: { type: { const: 'mrkdwn' }, text: { type: 'string', minLength: 1, maxLength: most } },
});

/** A message with sections, with the limits that Slack documents for incoming webhooks and Block Kit. */
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

/** The reason why a Slack-compatible incoming webhook refuses a message; undefined if it accepts it. */
export function chatProblem(message: unknown): string | undefined {
  if (!check(message))
    return (check.errors ?? []).map(({ instancePath, message: what }) => `${instancePath} ${what}`).join('; ');
  // JSON can contain lone surrogates as escapes, which UTF-8 cannot encode.
  if (/\\ud[89a-f]/.test(JSON.stringify(message))) return 'half of a character';
  // These three have a meaning in Slack's markup: they must be escaped in a text, except in the links of the message.
  const written = JSON.stringify(message).replace(/<https?:[^<>|]*\|[^<>|]*>/g, '');
  return /[<>]|&(?!amp;|lt;|gt;)/.test(written) ? 'a character of the markup is not escaped' : undefined;
}
