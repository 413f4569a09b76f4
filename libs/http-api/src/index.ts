export { closeHttp, createHttpApp, listen } from './http-app';
export { consistencyCheck } from './http/consistency-check';
