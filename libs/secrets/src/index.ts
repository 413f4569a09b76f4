export { createFolderSecretStore } from './folder-secret-store';
export * from './secret-store';
