import { directivesOf } from './directives';
import { faultsOfNginx } from './judge-nginx';

const told = (...lines: readonly string[]) =>
  faultsOfNginx(`server {\n${lines.join('\n')}\n}\n`)?.map(({ line, rule }) => `${line} ${rule}`);

describe('the reader of nginx', () => {
  it('reads quotes, comments, names in braces and several directives in a line', () => {
    expect(directivesOf('a "b c" \'d;\' ${e}f; # g { h\nmap $i $j { default k; }\n')).toEqual([
      { name: 'a', args: ['b c', 'd;', '${e}f'], line: 1 },
      { name: 'map', args: ['$i', '$j'], line: 2, block: [{ name: 'default', args: ['k'], line: 2 }] },
    ]);
  });

  it('passes over programs of Lua and of templates, and keeps the numbers of lines', () => {
    const text =
      '{% if a %}\nserver {\n  content_by_lua_block {\n    if a then b{1} end\n  }\n  root {{ b }};\n}\n{% endif %}\n';
    expect(directivesOf(text)?.[0]?.block?.map(({ name, line }) => [name, line])).toEqual([
      ['content_by_lua_block', 3],
      ['root', 6],
    ]);
  });

  it.each(['a {', 'a }', 'a b', '{ a; }', 'input { file => "a" }'])('does not read %s', (text) =>
    expect(directivesOf(text)).toBeUndefined(),
  );

  it('takes no file without a block of its own for one of nginx', () =>
    expect(faultsOfNginx('a { alias /b/; }')).toBeUndefined());
});

describe('a location with a folder of its own', () => {
  it.each([
    'location /a/ { alias /srv/a/; }',
    'location /a { alias /srv/a; }',
    'location = /a { alias /srv/a/; }',
    'location @a { alias /srv/a/; }',
    'location /a { internal; alias /srv/a/; }',
    'location ~ ^/a/(.*)$ { alias /srv/a/$1; }',
    'location ~ ^/([0-9a-f]+)/b$ { alias /srv/$1; }',
  ])('keeps paths in it: %s', (line) => expect(told(line)).toEqual([]));

  it.each([
    ['location /static { alias /var/www/public/static/; }', []],
    ['root /srv/app; location /a { alias /srv/app/a/; }', []],
    ['root /srv/app/; location /a { alias /srv/app/b/a/; }', []],
    ['root /srv/app/pages; location /a { alias /srv/app/a/; }', ['2 alias-leads-out']],
    ['root /srv/ap; location /a { alias /srv/app/a/; }', ['2 alias-leads-out']],
    ['location /a { alias /srv/public/app/a/; }', ['2 alias-leads-out']],
    ['location /a { alias /a/; }', ['2 alias-leads-out']],
  ])('opens nothing where its parent is shown anyway: %s', (line, expected) => expect(told(line)).toEqual(expected));

  it.each([
    'location /a { alias /srv/a/; }',
    'location ^~ /a { alias /srv/a/; }',
    'location ~ ^/a(.*)$ { alias /srv/a/$1; }',
  ])('lets paths out: %s', (line) => expect(told(line)).toEqual(['2 alias-leads-out']));
});

describe('the path in an answer', () => {
  it.each([
    'return 301 https://$host$request_uri;',
    'return 404 $uri;',
    'location = /a { return 301 https://b$uri; }',
    'try_files $uri $uri/ =404;',
    'rewrite ^/a$ /b$uri last;',
  ])('adds no header: %s', (line) => expect(told(line)).toEqual([]));

  it.each([
    'return 301 https://$host$uri;',
    'return https://a.example.com$uri;',
    'location /a { return 302 /b${uri}?c; }',
    'rewrite ^ https://a.example.com$uri permanent;',
    'add_header X-Path $document_uri;',
  ])('may add one: %s', (line) => expect(told(line)).toEqual(['2 line-break-in-answer']));
});

describe('the host that a proxy asks', () => {
  it.each([
    ['set $up app;', 'location / { proxy_pass http://$up:8080; }'],
    ['location ~ ^/s/(.*)/b$ { proxy_pass http://$1.svc.cluster.local/; }'],
    ['location ~ ^/s/([a-z]+)$ { proxy_pass http://$1:8080/; }'],
    ['location ~ ^/a/(.*)$ { proxy_pass http://app/$1; }'],
    ['location ~ ^/a/(.*)$ { internal; proxy_pass http://$1; }'],
    ['location / { auth_basic on; proxy_pass http://$arg_host; }'],
    ['location / { proxy_pass http://app$request_uri; }'],
    ['location / { proxy_pass $backend; }'],
  ])('is known: %s', (...lines) => expect(told(...lines)).toEqual([]));

  it.each([
    'location / { proxy_pass http://$arg_host:80/; }',
    'location / { proxy_pass $arg_url; }',
    'location ~ ^/p/(?<site>[^/]+)/ { proxy_pass https://$site/; }',
    'location ~ /to/(.*) { proxy_pass http://$1; }',
    'location / { set $to http://$http_x_target; proxy_pass $to; }',
    'location / { rewrite ^/p/([\\w.]+)/(.*)$ /$2 break; proxy_pass http://$1; }',
  ])('is the choice of the visitor: %s', (line) => expect(told(line)).toEqual(['2 proxy-to-chosen-host']));
});

describe('headers of answers', () => {
  const CSP = "add_header Content-Security-Policy default-src 'self';";

  it.each([
    [CSP, 'location / { root /a; }'],
    [CSP, 'location /img/ { root /a; add_header Cache-Control immutable; }'],
    [CSP, 'location / { root /a; include headers.conf; add_header A b; }'],
    [CSP, 'add_header_inherit merge;', 'location / { root /a; add_header A b; }'],
    [CSP, 'location / { return 204; add_header A b; }'],
    ['add_header X-Served-By a;', 'location / { root /a; add_header A b; }'],
  ])('are all there: %s %s', (...lines) => expect(told(...lines)).toEqual([]));

  it('are lost in a location with one of its own', () => {
    expect(told(CSP, 'location / {', 'try_files $uri /index.html;', 'add_header A b;', '}')).toEqual([
      '5 headers-lost',
    ]);
    expect(told(CSP, 'location ~ \\.php$ {', 'fastcgi_pass a:9000;', 'add_header A b;', '}')).toEqual([
      '5 headers-lost',
    ]);
  });

  const ORIGIN = 'add_header Access-Control-Allow-Origin $http_origin;';
  const CREDENTIALS = 'add_header Access-Control-Allow-Credentials true;';

  it.each([
    [ORIGIN],
    ['add_header Access-Control-Allow-Origin *;', CREDENTIALS],
    ['if ($http_origin ~ ^https://a$) {', ORIGIN, CREDENTIALS, '}'],
    ['if ($http_origin !~ ^https://a$) { return 403; }', ORIGIN, CREDENTIALS],
  ])('let no other site read: %s %s', (...lines) => expect(told(...lines)).toEqual([]));

  it('let every site read with cookies', () =>
    expect(told('location / {', ORIGIN, CREDENTIALS, '}')).toEqual(['3 any-origin-with-credentials']));
});

describe('the address of a visitor', () => {
  const ANY = 'set_real_ip_from 0.0.0.0/0;';

  it('matters where it decides something', () => {
    expect(told(ANY, 'root /a;')).toEqual([]);
    expect(told(ANY, 'limit_req_zone $binary_remote_addr zone=a:1m rate=1r/s;')).toEqual([]);
    expect(told(ANY, 'limit_req zone=a;')).toEqual(['2 any-proxy-trusted']);
    expect(told(ANY, 'proxy_set_header X-Real-IP $remote_addr;')).toEqual(['2 any-proxy-trusted']);
    expect(told('set_real_ip_from 10.0.0.0/8;', 'deny all;')).toEqual([]);
  });
});
