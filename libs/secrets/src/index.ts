export { createFolderSecretStore } from './folder-secret-store';
export * from './secret-store';
export { type SigningKey, openSigningKey } from './signing-key';
export { TEXT_SIGNER, type TextSigner, createTextSigner } from './text-signer';
