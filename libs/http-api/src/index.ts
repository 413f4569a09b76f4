export { busesOf } from './buses';
export { closeHttp, createHttpApp, listen } from './http-app';
