import { type Refusal, type RefusalCode } from '@assay/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { sendRefusal } from './error-filter';
import { requestIdOf } from './request-context';

/** Answers a request that the router cannot look up, with the envelope of Nest's filters, which it never reaches. */
export function refuseUnroutable(
  error: { readonly code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  sendRefusal(request, reply, unroutable(error, request));
}

/** An id above the length limit belongs to no resource. */
const unroutable = ({ code }: { readonly code?: string }, { method, url }: FastifyRequest): Refusal =>
  code === 'FST_ERR_MAX_PARAM_LENGTH'
    ? { code: 'NOT_FOUND', message: `No such resource: ${method} ${url.split('?')[0]!.slice(0, 100)}…` }
    : { code: 'VALIDATION_ERROR', message: 'The request cannot be read: its path is not valid percent-encoded UTF-8' };

const UNREADABLE: Readonly<Record<string, readonly [status: number, code: RefusalCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'VALIDATION_ERROR', 'The request cannot be read: its headers are larger than 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request cannot be read: it did not arrive in time'],
};

/** Answers input that is not an HTTP request. There is no reply object, so it writes to the connection and ends it. */
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
