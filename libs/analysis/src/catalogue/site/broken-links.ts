import type { ToolDefinition } from '../tool';

export const brokenLinks: ToolDefinition = {
  id: 'broken-links',
  name: 'Broken links',
  description: 'Follows the links of each page on its own host, as robots.txt allows, and says which lead nowhere, turn in circles, or leave encryption.',
  category: 'quality',
  billing: 'quality',
  engine: 'links',
  targets: ['url'],
  reads: 'records',
  files: ['links/*.json'],
  advice: 'Correct the address, or redirect the old one to where it is now.',
  rules: {
    'page-not-served': { severity: 'high', title: 'Page that is an error', fix: 'Check the address; if it is right, mend what serves it.' },
    'broken-link': { severity: 'medium', title: 'Link to what is not there' },
    'failing-link': { severity: 'medium', title: 'Link to what fails on the server', fix: 'Look for the error in the server’s log.' },
    'unreachable-link': { severity: 'medium', title: 'Link that cannot be reached' },
    'redirect-loop': { severity: 'medium', title: 'Link that redirects without end', fix: 'Correct the redirects.' },
    'link-without-tls': { severity: 'low', cwe: 'CWE-319', title: 'Link that leaves encryption', fix: 'Write https where the other side has it.' },
    'resource-without-tls': { severity: 'medium', cwe: 'CWE-319', title: 'Resource without encryption on an encrypted page', fix: 'Load it over https: browsers block it, or warn.' },
  },
};
