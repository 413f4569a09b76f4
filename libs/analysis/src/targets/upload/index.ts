export { type FolderUploadStoreOptions, createFolderUploadStore } from './folder-upload-store';
export { type UploadKind, recogniseUpload } from './upload-kind';
export { type NewUpload, type Upload, type UploadStore, UploadTooLarge } from './upload-store';
