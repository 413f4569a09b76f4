export { type FolderSecretStoreOptions, createFolderSecretStore } from './folder-secret-store';
export * from './secret-store';
