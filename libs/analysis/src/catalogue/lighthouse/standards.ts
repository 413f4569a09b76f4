import type { ToolDefinition } from '../tool';
import { ON_LIGHTHOUSE } from './on-lighthouse';

export const lighthouseBestPractices: ToolDefinition = {
  ...ON_LIGHTHOUSE,
  id: 'lighthouse-best-practices',
  name: 'Lighthouse best practices',
  description: 'What browsers and visitors expect of every page: encryption, no questions before they did anything, pictures in their proportions, no deprecated features.',
  category: 'standards',
  billing: 'linting',
  advice: 'Load the page with the developer tools open; its panels “Console” and “Issues” say more.',
  rules: {
    'is-on-https': { severity: 'high', title: 'Page or resource without encryption', cwe: 'CWE-319', fix: 'Serve all of it over HTTPS.' },
    'redirects-http': { severity: 'medium', title: 'Unencrypted address that does not lead to the encrypted one', cwe: 'CWE-319', fix: 'Redirect each HTTP address to HTTPS, and send `Strict-Transport-Security`.' },
    'geolocation-on-start': { severity: 'low', title: 'Question about the location before anybody asked for it', fix: 'Ask when a visitor does what needs it.' },
    'notification-on-start': { severity: 'low', title: 'Question about notifications before anybody asked for them', fix: 'Ask when a visitor does what needs them.' },
    'paste-preventing-inputs': { severity: 'medium', title: 'Field that refuses what is pasted', fix: 'Remove the handler: it keeps people from using password managers.' },
    'image-aspect-ratio': { severity: 'low', title: 'Distorted picture', fix: 'Show it in its own proportions; `object-fit` crops instead.' },
    'image-size-responsive': { severity: 'low', title: 'Blurred picture', fix: 'Offer a larger size in `srcset` for screens of high density.' },
    viewport: { severity: 'low', title: 'Page without a viewport', weakness: 'missing-viewport', fix: 'Add `<meta name="viewport" content="width=device-width, initial-scale=1">`.' },
    'font-size': { severity: 'low', title: 'Text too small to be read on a telephone', fix: 'Give most of the text 12 px or more.' },
    doctype: { severity: 'medium', title: 'No doctype', weakness: 'missing-doctype', fix: 'Begin with `<!DOCTYPE html>`: without it browsers lay the page out in quirks mode.' },
    charset: { severity: 'medium', title: 'Page without a character set', weakness: 'missing-charset', fix: 'Write `<meta charset="utf-8">` first in the head.' },
    deprecations: { severity: 'medium', title: 'Feature that browsers will remove', weakness: 'deprecated-api', fix: 'Use what replaced it, before it stops to work.' },
    'third-party-cookies': { severity: 'medium', title: 'Cookie of another host', fix: 'Do without: browsers block such cookies.' },
    'errors-in-console': { severity: 'low', title: 'Error on the console', weakness: 'console-error', fix: 'Find out what reports it and correct the cause.' },
    'valid-source-maps': { severity: 'info', title: 'Large script without a source map', fix: 'Publish one to your error tracker, or beside the script where its source is public.' },
    'inspector-issues': { severity: 'low', title: 'Issue that the browser reports', fix: 'See the panel “Issues” of the developer tools.' },
  },
};

export const lighthouseSeo: ToolDefinition = {
  ...ON_LIGHTHOUSE,
  id: 'lighthouse-seo',
  name: 'Lighthouse SEO',
  description: 'What keeps search engines from finding, reading and describing the page.',
  category: 'standards',
  billing: 'linting',
  advice: 'Give each page that is to be found an address, a title and a description of its own.',
  rules: {
    'is-crawlable': { severity: 'high', title: 'Page that search engines may not list', fix: 'If it is to be found, remove `noindex` from the page and its headers, and its `Disallow` from robots.txt.' },
    'document-title': { severity: 'medium', title: 'Page without a title', weakness: 'missing-title', fix: 'Say what the page is in `<title>`: search results show it.' },
    'meta-description': { severity: 'low', title: 'Page without a description', weakness: 'missing-description', fix: 'Add `<meta name="description" content="…">`; search results show it.' },
    'http-status-code': { severity: 'high', title: 'Page answered with an error', fix: 'Answer with 200: pages with another status are not listed.' },
    'link-text': { severity: 'low', title: 'Link whose text does not say where it leads', weakness: 'anchor-ambiguous-text', fix: 'Write what is behind it instead of “here” or “more”.' },
    'crawlable-anchors': { severity: 'low', title: 'Link that search engines cannot follow', weakness: 'anchor-is-valid', fix: 'Give `href` an address; a script is not one.' },
    'robots-txt': { severity: 'medium', title: 'Invalid robots.txt', weakness: 'invalid-robots-txt', fix: 'Correct the lines that are named: robots pass over what they do not understand.' },
    'image-alt': { severity: 'medium', title: 'Picture without a text alternative', weakness: 'img-alt', fix: 'Describe it in `alt`; search engines read that too.' },
    hreflang: { severity: 'low', title: 'Invalid hreflang', fix: 'Use language tags such as `de` or `pt-BR`, and absolute addresses.' },
    canonical: { severity: 'low', title: 'Invalid canonical address', fix: 'Name one absolute address of the same site in `<link rel="canonical">`.' },
  },
};
