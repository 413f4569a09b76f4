import tls from 'node:tls';

/**
 * Does for a running process what NODE_EXTRA_CA_CERTS does for a starting one: trusts this authority, too, until the
 * returned function is called.
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
