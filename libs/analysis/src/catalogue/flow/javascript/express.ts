import type { FlowRows } from '../rows';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all', 'use', 'param'];
const HANDLER = ['express.Request', 'express.Response', ''];

/** Express and its body parsers. */
export const express: FlowRows = {
  aliases: {
    'express()': 'express.App',
    'express.Router()': 'express.App',
    'express.Router': 'express.Router',
    'express.App.route()': 'express.App',
    'express.Response.status()': 'express.Response',
    'express.Response.type()': 'express.Response',
    'express.Response.set()': 'express.Response',
    'express.NextFunction': 'express.NextFunction',
    'express.Request.res': 'express.Response',
    'express.Response.req': 'express.Request',
  },
  sources: {
    'express.Request.query': 'query of the request',
    'express.Request.body': 'body of the request',
    'express.Request.params': 'parameter of the request',
    'express.Request.headers': 'header of the request',
    // They give one text, where the names without a call are objects of all.
    'express.Request.param()': 'parameter of the request',
    'express.Request.get()': 'header of the request',
    'express.Request.header()': 'header of the request',
    'express.Request.cookies': 'cookie of the request',
    'express.Request.signedCookies': 'cookie of the request',
    'express.Request.url': 'address of the request',
    'express.Request.originalUrl': 'address of the request',
    'express.Request.path': 'encoded path of the request',
    'express.Request.hostname': 'host of the request',
    'express.Request.file': 'upload of the request',
    'fastify.File.filename': 'name of an uploaded file',
    'express.Request.files': 'upload of the request',
  },
  texts: ['express.Request.params', 'express.Request.param()', 'express.Request.headers', 'express.Request.get()', 'express.Request.header()', 'express.Request.url', 'express.Request.originalUrl', 'express.Request.path', 'express.Request.hostname'],
  // Multer and its stores, express-fileupload and formidable choose where they keep an upload, and under which name.
  derived: ['path', 'destination', 'filename', 'filepath', 'newFilename', 'tempFilePath', 'key', 'bucket', 'location', 'size', 'md5'].map((field) => ({ field, of: 'upload of the request' })),
  handlers: METHODS.map((method) => ({ call: `express.App.${method}`, parameters: HANDLER })),
  conventions: [
    {
      imports: 'express',
      names: [
        ['req', 'request'],
        ['res', 'response'],
      ],
      parameters: HANDLER,
    },
    {
      imports: 'express',
      names: [
        ['_', 'err', 'error'],
        ['req', 'request'],
        ['res', 'response'],
      ],
      parameters: ['Error', ...HANDLER],
    },
    // Handlers hand it on to functions of their own, with a callback behind it.
    { imports: 'express', names: [['req']], parameters: ['express.Request'] },
  ],
  renders: ['express.Response.render', 'ejs.include'],
  responseTypes: [...['*.type', '*.contentType'].map((call) => ({ call, argument: 0 })), ...['*.set', '*.header', '*.setHeader'].map((call) => ({ call, argument: 1, onlyWithFirst: 'content-type' })), { call: '*.writeHead', argument: 1 }],
  sinks: [
    { call: 'ejs.raw output', weakness: 'cross-site-scripting', takesStored: true },
    { call: 'express.Response.send', weakness: 'cross-site-scripting', only: 'text' },
    { call: 'express.Response.write', weakness: 'cross-site-scripting', only: 'text' },
    { call: 'express.Response.end', weakness: 'cross-site-scripting', only: 'text' },
    { call: 'express.Response.redirect', weakness: 'open-redirect', arguments: [0, 1] },
    { call: 'express.Response.location', weakness: 'open-redirect' },
    { call: 'express.Response.sendFile', weakness: 'path-traversal', unlessWith: 'root' },
    { call: 'express.Response.download', weakness: 'path-traversal', unlessWith: 'root' },
    { call: 'express.Response.render', weakness: 'path-traversal' },
  ],
};
