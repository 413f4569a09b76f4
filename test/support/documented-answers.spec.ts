import { documentationOf } from './documented-answers';
import type { Answer, Json } from './http-client';

const DOCUMENT = {
  paths: {
    '/orders/{id}': {
      get: {
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Order: { type: 'object', required: ['buyer'], properties: { buyer: { $ref: '#/components/schemas/Buyer' } } },
      Buyer: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  },
};

const answered = (status: number, body: Json): Answer =>
  ({ status, body, headers: new Headers({ 'content-type': 'application/json; charset=utf-8' }) }) as Answer;
const check = (answer: Answer) => () => documentationOf(DOCUMENT).check('GET', '/orders/7?full=1', answer);

describe('an answer that is checked against the document', () => {
  it('passes if it has the documented shape', () =>
    expect(check(answered(200, { buyer: { name: 'Ada' } }))).not.toThrow());

  it.each([
    ['lacks a property', { buyer: {} }],
    ['has a property of another type', { buyer: { name: 7 } }],
    ['has a property that is not documented', { buyer: { name: 'Ada' }, total: 3 }],
    ['has a property that is not documented in a part', { buyer: { name: 'Ada', age: 36 } }],
  ])('fails if it %s', (_, body) => expect(check(answered(200, body))).toThrow('in another shape than documented'));

  it('fails if its status is not documented', () =>
    expect(check(answered(404, {}))).toThrow('answered 404, which its documentation does not mention'));
});
