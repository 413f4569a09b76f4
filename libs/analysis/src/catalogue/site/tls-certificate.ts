import type { ToolDefinition } from '../tool';

export const tlsCertificate: ToolDefinition = {
  id: 'tls-certificate',
  name: 'TLS certificate',
  description: 'Judges how each host encrypts: whether its certificate is valid, trusted, for that host and strong, and which old protocols it still agrees to.',
  category: 'security',
  billing: 'security',
  engine: 'tls',
  targets: ['url'],
  reads: 'records',
  files: ['tls/*.json'],
  advice: 'Have certificates renewed by a program (ACME), well before they expire.',
  rules: {
    'no-encryption': { severity: 'high', cwe: 'CWE-319', title: 'Pages served without encryption', fix: 'Serve the site over https, and redirect http to it.' },
    'certificate-expired': { severity: 'high', cwe: 'CWE-298', title: 'Certificate that has expired', fix: 'Renew it.' },
    'certificate-not-yet-valid': { severity: 'high', cwe: 'CWE-298', title: 'Certificate that is not valid yet', fix: 'Check the clock of whoever issued it, or wait.' },
    'certificate-expires-very-soon': { severity: 'medium', cwe: 'CWE-298', title: 'Certificate that expires within two weeks', fix: 'Renew it, and find out why that did not happen by itself.' },
    'certificate-expires-soon': { severity: 'low', cwe: 'CWE-298', title: 'Certificate that expires within a month', fix: 'Renew it.' },
    'certificate-for-another-host': { severity: 'high', cwe: 'CWE-297', title: 'Certificate for another host', fix: 'Have the host’s name included in the certificate.' },
    'certificate-self-signed': { severity: 'high', cwe: 'CWE-295', title: 'Certificate that signs itself', fix: 'Get one from an authority that browsers trust.' },
    'certificate-untrusted': { severity: 'high', cwe: 'CWE-295', title: 'Certificate that is not trusted', fix: 'Send the whole chain, and get the certificate from an authority that browsers trust.' },
    'weak-key': { severity: 'high', cwe: 'CWE-326', title: 'Certificate with a weak key', fix: 'Use RSA of 2,048 bits or more, or an elliptic curve of 256.' },
    'weak-signature': { severity: 'high', cwe: 'CWE-328', title: 'Certificate with a weak signature', fix: 'Have it issued again with SHA-256.' },
    'old-protocol': { severity: 'medium', cwe: 'CWE-327', title: 'Old protocol', fix: 'Turn TLS 1.0 and 1.1 off.' },
    'weak-cipher': { severity: 'medium', cwe: 'CWE-327', title: 'Weak cipher', fix: 'Offer AES-GCM and ChaCha20 with ephemeral keys only.' },
  },
};
