import { observeSite } from '@assay/targets';
import { plainText } from '@assay/source-text';
import type { TargetOf } from '../../domain/session-target';
import type { AcquiredTarget, Acquisition } from '../acquired-target';
import { invalid, requireAllowed } from '../refusals';
import type { Admission, TargetAccess, TargetDefinition } from '../target-definition';

declare module '../../domain/session-target' {
  interface TargetFields {
    url: { readonly url: string };
    urls: { readonly urls: readonly string[] };
  }
}

export const url: TargetDefinition<TargetOf<'url'>> = {
  cataloguedAs: 'url',
  filesHaveRoles: false,
  recordsAreWhole: false,
  fromScan: {
    fields: { targetUrl: { max: 2_048, description: 'Needed for url: a live URL.' } },
    forms: [{ takes: 'targetUrl', target: (value) => ({ kind: 'url', url: value }) }],
  },
  fromSession: { areAddresses: true, target: ([value = '']) => ({ kind: 'url', url: value }) },
  written: 'https://host/path',
  fromText: (text) => (/^https?:\/\//i.test(text) ? { kind: 'url', url: text } : undefined),

  admit: (target, admission) => ({ kind: 'url', url: admittedPage(target.url, 'targetUrl', admission) }),
  acquire: (target, acquisition, access) => acquirePages([target.url], acquisition, access),

  describe: (target) => target.url,
  identity: (target) => `url:${pageIdentity(target.url)}`,
  view: (target) => ({ url: target.url }),
  viewFields: { url: 'text' },
};

export const urls: TargetDefinition<TargetOf<'urls'>> = {
  cataloguedAs: 'url',
  filesHaveRoles: false,
  recordsAreWhole: false,
  sourceType: 'url',
  fromSession: { areAddresses: true, target: (values) => ({ kind: 'urls', urls: values }) },

  admit: (target, admission) => ({
    kind: 'urls',
    urls: [...new Set(target.urls.map((each) => admittedPage(each, 'target.urls', admission)))],
  }),
  acquire: (target, acquisition, access) => acquirePages(target.urls, acquisition, access),

  describe: (target) =>
    target.urls.length === 1 ? target.urls[0]! : `${target.urls[0]} and ${target.urls.length - 1} more`,
  /** The same for all orders of the same URLs. */
  identity: (target) => `url:${[...new Set(target.urls.map(pageIdentity))].sort().join(' ')}`,
  view: (target) => ({ urls: target.urls }),
  viewFields: { urls: 'list of texts' },
};

/** The URL without its fragment, which browsers do not send to a server. */
function admittedPage(written: string, field: string, { sources }: Admission): string {
  const text = written.trim();
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text) || !URL.canParse(text))
    return invalid(field, `"${plainText(text, 200)}" is not a URL; write it as https://host/path`);
  requireAllowed(text, sources.guard);
  const page = new URL(text);
  page.hash = '';
  return page.href;
}

/** @throws TargetNotAllowed, TargetUnreachable, TargetTooLarge, InfrastructureError, the signal's reason */
async function acquirePages(
  pages: readonly string[],
  { folder, limits, engines, toolTimeout, signal, writes, onProgress }: Acquisition,
  { sources: { guard, browser } }: TargetAccess,
): Promise<AcquiredTarget> {
  const {
    pages: observed,
    leftOut,
    ...content
  } = await observeSite({
    urls: pages,
    guard,
    engines,
    browser,
    folder,
    signal,
    writes,
    onProgress,
    limits: { bytes: limits.bytes, time: limits.time, toolTime: toolTimeout },
  });
  return { ...content, origin: { facts: { site: { pages: observed } }, unbilled: true, leftOut } };
}

const pageIdentity = (page: string): string => (URL.canParse(page) ? new URL(page).href.replace(/#.*$/s, '') : page);
