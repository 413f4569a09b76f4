import type { Canary } from './canary';

/** Files that point at an address or a file outside of the target, in every format that can. */
export function remoteReferences({ url, secretFile }: Canary): Readonly<Record<string, string>> {
  const openapi = (ref: string) =>
    `openapi: 3.0.3\ninfo: { title: x, version: "1" }\nservers: [{ url: ${url} }]\npaths:\n  /a:\n    $ref: ` +
    `"${ref}"\n  /b:\n    get:\n      responses: { "200": { description: ok, content: { application/json: { ` +
    `schema: { $ref: "${ref}" } } } } }\n`;
  return {
    'api/openapi.yaml': openapi(url),
    'api/file-openapi.yaml': openapi(`file://${secretFile}`),
    'api/path-openapi.yaml': openapi(secretFile),
    'api/openapi.json': JSON.stringify({
      openapi: '3.1.0',
      $schema: url,
      info: { title: 'x', version: '1' },
      paths: { '/a': { $ref: url }, '/b': { $ref: secretFile } },
      jsonSchemaDialect: url,
    }),
    'api/asyncapi.yaml':
      `asyncapi: 3.0.0\ninfo: { title: x, version: "1" }\nchannels: { a: { $ref: "${url}" }, b: { $ref: ` +
      `"file://${secretFile}" } }\n`,
    'api/schema.json': JSON.stringify({ $schema: url, $ref: url, $id: url, allOf: [{ $ref: `file://${secretFile}` }] }),
    'api/data.yaml':
      `# yaml-language-server: $schema=${url}\n$schema: ${url}\ninclude: !include ${secretFile}\nlink: ` +
      '!!js/function "function () {}"\n',
    'api/schema.graphql': `# import * from "${url}"\nextend schema @link(url: "${url}")\ntype Query { a: Missing }\n`,
    'remote/entity.xml':
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file://${secretFile}"><!ENTITY c SYSTEM ` +
      `"${url}">]><a>&b;&c;</a>`,
    'remote/entity.svg':
      `<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY b SYSTEM "file://${secretFile}">]>\n<svg ` +
      `xmlns="http://www.w3.org/2000/svg" onload="fetch('${url}')"><script href="${url}"/><image ` +
      `href="${url}"/><text>&b;</text></svg>`,
    'remote/bomb.svg':
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c ' +
      '"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;&c;&c;</text></svg>',
    'remote/page.html':
      `<!doctype html><html lang="en"><head><title>x</title><base href="${url}"><link rel="stylesheet" ` +
      `href="${url}"><script src="${url}"></script></head><body><iframe src="${url}"></iframe><object ` +
      `data="file://${secretFile}"></object></body></html>`,
    'remote/style.css':
      `@import url("${url}");\n@import "${secretFile}";\na { background: url("${url}"); }\n/*# ` +
      `sourceMappingURL=${secretFile} */\n`,
    'remote/style.scss': `@use "${secretFile}";\n@import "${url}";\n@function x() { @return 1; }\n`,
    'remote/map.js':
      `import a from '${url}';\nimport b from ` +
      `'${secretFile}';\nrequire('../../../../../../../etc/passwd');\nexport { a, b };\n//# ` +
      `sourceMappingURL=${url}\n`,
    'remote/types.ts':
      `/// <reference path="${secretFile}" />\n/// <reference types="trojan" />\nexport type A = ` +
      `import('${secretFile}').A;\n`,
    'remote/package.json': JSON.stringify({
      name: 'remote',
      version: '1.0.0',
      dependencies: { a: url, b: `file:${secretFile}`, c: 'git+ssh://git@127.0.0.1/c.git' },
      scripts: { preinstall: `curl ${url}` },
    }),
    'remote/package-lock.json': JSON.stringify({
      name: 'remote',
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/a': { version: '1.0.0', resolved: url, hasInstallScript: true } },
    }),
    'remote/Dockerfile': [
      'FROM 127.0.0.1:1/a:latest',
      `ADD ${url} /a`,
      `RUN --mount=type=bind,source=/etc cat ${secretFile}`,
      '',
    ].join('\n'),
    'remote/compose.yaml':
      `include: [${secretFile}]\nservices:\n  a:\n    extends: { file: ${secretFile}, service: a }\n    ` +
      `env_file: ${secretFile}\n    image: a\n`,
    '.github/workflows/remote.yml':
      `on: push\njobs:\n  a:\n    uses: ./../../../../${secretFile}\n  b:\n    runs-on: ubuntu-latest\n    ` +
      'steps: [{ uses: ./../../../../../etc }]\n',
    'remote/page.md': `![a](${url})\n\n[b]: file://${secretFile}\n\n<script src="${url}"></script>\n`,
    'remote/App.vue':
      `<script src="${secretFile}"></script>\n<template src="${url}"></template>\n<style ` +
      `src="${secretFile}"></style>\n`,
    'remote/App.svelte': [
      `<script src="${url}"></script>`,
      `<style src="${secretFile}"></style>`,
      `{@html fetch('${url}')}`,
      '',
    ].join('\n'),
  };
}
