import { type Refusal, type RefusalCode } from '@assay/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { sendRefusal } from './error-filter';
import { requestIdOf } from './request-context';

/** What the router cannot even look up never reaches Nest and its filters; it gets the same envelope here. */
export function refuseUnroutable(
  error: { readonly code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  sendRefusal(request, reply, unroutable(error, request));
}

/** An id that is longer than any is nobody's. */
const unroutable = ({ code }: { readonly code?: string }, { method, url }: FastifyRequest): Refusal =>
  code === 'FST_ERR_MAX_PARAM_LENGTH'
    ? { code: 'NOT_FOUND', message: `No such resource: ${method} ${url.split('?')[0]!.slice(0, 100)}…` }
    : { code: 'VALIDATION_ERROR', message: 'The request cannot be read: its path is not valid percent-encoded UTF-8' };

const UNREADABLE: Readonly<Record<string, readonly [status: number, code: RefusalCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'VALIDATION_ERROR', 'The request cannot be read: its headers are larger than 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request cannot be read: it did not arrive in time'],
};

/** What is no HTTP request has no reply either: the answer is written to the connection, which then ends. */
export function refuseUnreadable({ code = '' }: { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, refusal, message] = UNREADABLE[code] ?? [
    400,
    'VALIDATION_ERROR',
    'The request cannot be read: it is not valid HTTP',
  ];
  const requestId = requestIdOf({});
  const body = JSON.stringify({ error: { code: refusal, message, requestId } });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
