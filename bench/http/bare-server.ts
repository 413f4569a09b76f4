import fastify from 'fastify';
import { answerQuestions } from '../child-process';
import { cpuSeconds } from './server-cpu';

export type BareQuestion =
  | {
      readonly kind: 'start';
      readonly get: { readonly path: string; readonly answer: object };
      readonly post: { readonly path: string; readonly answer: object };
    }
  | { readonly kind: 'cpu' };

/** Fastify alone: it parses what ours parses and answers what ours answers, and knows it beforehand. */
const app = fastify();

async function answer(question: BareQuestion): Promise<unknown> {
  if (question.kind === 'cpu') return cpuSeconds();
  const { get, post } = question;
  app.get(get.path, (_, reply) => void reply.send(get.answer));
  app.post(post.path, (_, reply) => void reply.send(post.answer));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as { port: number }).port;
}

answerQuestions(answer, () => app.close());
