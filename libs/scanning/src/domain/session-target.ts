import type { TargetKind } from '@assay/kernel';

/** What a session analyses. */
export type SessionTarget =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'hosta' | 'hostb'; readonly repoUrl: string; readonly branch: string }
  | { readonly kind: 'upload' | 'mobile'; readonly uploadId: string }
  | { readonly kind: 'container'; readonly image: string }
  /** An image that somebody saved and uploaded, and its name where the archive holds several. */
  | { readonly kind: 'container'; readonly uploadId: string; readonly savedImage?: string }
  | { readonly kind: 'pkgreg'; readonly package: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'urls'; readonly urls: readonly string[] };

export type SourceKind = SessionTarget['kind'];

const CATALOGUE_KIND: Readonly<Record<SourceKind, TargetKind>> = {
  directory: 'directory',
  hosta: 'repository',
  hostb: 'repository',
  upload: 'upload',
  mobile: 'mobile',
  container: 'image',
  pkgreg: 'package',
  url: 'url',
  urls: 'url',
};

/** What the catalogue calls such a target: which tools apply. */
export const targetKindOf = ({ kind }: SessionTarget): TargetKind => CATALOGUE_KIND[kind];

/** One line for a person: `hosta:ada/engine#main`, `pkg:npm/left-pad@1.3.0`, the path of a directory. */
export function describeTarget(target: SessionTarget): string {
  switch (target.kind) {
    case 'directory':
      return target.directory;
    case 'hosta':
    case 'hostb':
      return `${target.kind}:${target.repoUrl}#${target.branch}`;
    case 'upload':
    case 'mobile':
      return `${target.kind}:${target.uploadId}`;
    case 'container':
      return 'image' in target ? target.image : `container:${target.uploadId}`;
    case 'pkgreg':
      return target.package.startsWith('pkg:') ? target.package : `pkg:npm/${target.package}`;
    case 'url':
      return target.url;
    case 'urls':
      return target.urls.length === 1 ? target.urls[0]! : `${target.urls[0]} and ${target.urls.length - 1} more`;
  }
}

/**
 * What stays the same when the same thing is analysed again, so that a judgement of a finding follows it: a repository
 * whatever its branch, a package or an image whatever its version, URLs in whatever order.
 */
export function targetIdentity(target: SessionTarget): string {
  switch (target.kind) {
    case 'directory':
      return `directory:${target.directory}`;
    case 'hosta':
    case 'hostb':
      return `${target.kind}:${repositoryIdentity(target.repoUrl)}`;
    case 'upload':
    case 'mobile':
      return `${target.kind}:${target.uploadId}`;
    case 'container':
      return 'image' in target ? `container:${imageIdentity(target.image)}` : `container:${target.uploadId}`;
    case 'pkgreg':
      return `pkgreg:${packageIdentity(target.package)}`;
    case 'url':
      return `url:${urlIdentity(target.url)}`;
    case 'urls':
      return `url:${[...new Set(target.urls.map(urlIdentity))].sort().join(' ')}`;
  }
}

const repositoryIdentity = (repoUrl: string): string =>
  repoUrl
    .trim()
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .replace(/^https?:\/\/[^/]+/i, (origin) => origin.toLowerCase());

/** Without its tag and digest; a colon before the last slash is a registry's port. */
export const imageIdentity = (image: string): string =>
  image
    .trim()
    .replace(/@.*$/s, '')
    .replace(/:[^:/]*$/, '');

/** Without its version; the first @ is a scope's. */
const packageIdentity = (name: string): string =>
  decoded(
    name
      .trim()
      .replace(/^pkg:npm\//i, '')
      .replace(/[?#].*$/s, ''),
  ).replace(/(?<=.)@.*$/s, '');

function decoded(text: string): string {
  return text.replace(/%40/gi, '@').replace(/%2f/gi, '/');
}

const urlIdentity = (url: string): string => (URL.canParse(url) ? new URL(url).href.replace(/#.*$/s, '') : url);
