import type { SiteAnswer } from './site-server';

/** The headers of each answer of a site without any weakness. */
const CAREFUL_HEADERS = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action " +
    "'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export const carefulPage = (title: string, body = ''): string => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="A page in which nothing is to be found.">
    <link rel="icon" href="/icon.svg">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>Nothing is to be found here.</p>
      ${body}
    </main>
  </body>
</html>
`;

/** A site without findings, for the HTTP tools and for the tools of its markup. */
export function carefulSite(origin: string): Record<string, SiteAnswer> {
  const headers = CAREFUL_HEADERS;
  return {
    '/': {
      headers: { ...headers, 'set-cookie': '__Host-session=s3cret-value; Path=/; Secure; HttpOnly; SameSite=Lax' },
      body: carefulPage('Start', '<a href="/about">About us</a>'),
    },
    '/about': { headers, body: carefulPage('About') },
    '/icon.svg': {
      headers: { ...headers, 'content-type': 'image/svg+xml' },
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
    '/robots.txt': {
      headers: { ...headers, 'content-type': 'text/plain' },
      body: `User-agent: *\nDisallow: /private\n\nSitemap: ${origin}/sitemap.xml\n`,
    },
    '/sitemap.xml': {
      headers: { ...headers, 'content-type': 'application/xml' },
      body:
        '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
        `<url><loc>${origin}/</loc></url><url><loc>${origin}/about</loc></url></urlset>`,
    },
  };
}

/** A site in which each tool of the HTTP kind finds a weakness. */
export function carelessSite(origin: string): Record<string, SiteAnswer> {
  return {
    '/': {
      headers: {
        server: 'nginx/1.18.0',
        'x-powered-by': 'Express',
        'content-security-policy': "script-src 'self' 'unsafe-inline'; object-src 'none'",
        'x-frame-options': 'DENY',
        'set-cookie': 'session=s3cret-value; Path=/',
      },
      body: carefulPage(
        'Start',
        '<a href="/gone">Gone</a> <a href="/failing">Failing</a> <a href="http://elsewhere.example/">Elsewhere</a>',
      ).replace('<link rel="icon" href="/icon.svg">', '<meta name="robots" content="noindex">'),
    },
    '/failing': { status: 500 },
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: `Disallow: /a\nUser-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`,
    },
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset><url><loc>${origin}/</loc></url><url><loc>https://other.example/</loc></url></urlset>`,
    },
  };
}
