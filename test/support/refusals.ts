import type { Answer } from './http-client';

/** That an answer is this refusal, in the one envelope, and names its request. */
export function expectRefusal(answer: Answer, status: number, code: string | RegExp, message?: string | RegExp): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: {
      error: expect.objectContaining({
        code: matching(code),
        message: matching(message ?? /\w/),
        requestId: answer.headers.get('x-request-id'),
      }),
    },
  });
  const { details: _, ...facts } = answer.body.error;
  expect(Object.keys(facts).sort()).toEqual(['code', 'message', 'requestId']);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

/** That the fields, and no others, are what is wrong. */
export function expectInvalid(answer: Answer, ...fields: string[]): void {
  expectRefusal(answer, 400, 'VALIDATION_ERROR');
  expect(answer.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([...fields].sort());
  for (const { message } of answer.body.error.details) expect(message).toEqual(expect.stringMatching(/\w/));
}

const matching = (expected: string | RegExp): unknown =>
  typeof expected === 'string' ? expected : expect.stringMatching(expected);
