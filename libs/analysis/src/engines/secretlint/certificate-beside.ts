import { smallFile } from '../kit/small-file';

const MAX_BYTES = 64 * 1024;

/** The certificate beside a file with a key, by the names that such pairs have; empty without one. */
export function certificateBeside(root: string, staged: string): string {
  for (const path of certificatesOf(staged)) {
    const found = smallFile(root, path, MAX_BYTES);
    if (found !== undefined) return found.toString('latin1');
  }
  return '';
}

/** `tls.crt` of `tls.key`, `server-cert.pem` and `server.pem` of `server-key.pem`. */
function certificatesOf(path: string): string[] {
  const [, stem] = /^(.*)\.key$/s.exec(path) ?? [];
  if (stem !== undefined) return ['crt', 'cert', 'cer', 'pem'].map((end) => `${stem}.${end}`);
  const [, before, mark = ''] = /^(.*?)([-_.]?)(?:priv)?key\.pem$/s.exec(path) ?? [];
  if (before === undefined) return [];
  return [`${before}${mark}cert.pem`, ...(mark === '' ? [] : [`${before}.pem`])];
}
