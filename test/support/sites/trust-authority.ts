import tls from 'node:tls';

/**
 * What NODE_EXTRA_CA_CERTS does for a process that starts, for one that runs: until it is taken back, this authority is
 * trusted, too.
 */
export function trustAuthority(certificate: string): () => void {
  const own = tls.createSecureContext;
  tls.createSecureContext = (options) => {
    const context = own(options) as tls.SecureContext & { readonly context: { addCACert(pem: string): void } };
    context.context.addCACert(certificate);
    return context;
  };
  return () => {
    tls.createSecureContext = own;
  };
}
