/** The parts of a request from which input comes, as findings name them. */
export const QUERY = 'query of the request';
export const PART = 'part of the path of the request';
export const BODY = 'body of the request';
export const HEADER = 'header of the request';
export const COOKIE = 'cookie of the request';
export const PARAMETER = 'parameter of the request';
/** Sent by the client of a socket, of a queue or of a remote call. */
export const MESSAGE = 'message of the client';
