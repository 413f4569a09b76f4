import type { SessionTarget } from '../domain/session-target';

/** A target as answers show it: in the words in which both interfaces ask for one. */
export type TargetView =
  | { readonly directory: string }
  | { readonly url: string }
  | { readonly urls: readonly string[] }
  | { readonly sourceType: string; readonly repoUrl: string; readonly branch: string }
  | { readonly sourceType: string; readonly uploadId: string; readonly containerImage?: string }
  | { readonly sourceType: string; readonly containerImage: string }
  | { readonly sourceType: string; readonly pkgregPackage: string };

export function targetView(target: SessionTarget): TargetView {
  switch (target.kind) {
    case 'directory':
      return { directory: target.directory };
    case 'url':
      return { url: target.url };
    case 'urls':
      return { urls: target.urls };
    case 'hosta':
    case 'hostb':
      return { sourceType: target.kind, repoUrl: target.repoUrl, branch: target.branch };
    case 'upload':
    case 'mobile':
      return { sourceType: target.kind, uploadId: target.uploadId };
    case 'container':
      return 'image' in target
        ? { sourceType: target.kind, containerImage: target.image }
        : {
            sourceType: target.kind,
            uploadId: target.uploadId,
            ...(target.savedImage !== undefined && { containerImage: target.savedImage }),
          };
    case 'pkgreg':
      return { sourceType: target.kind, pkgregPackage: target.package };
  }
}
