/**
 * The file in a browser's folder that its proxy listens on. A socket of the file system is reached from another network
 * namespace, and only by whom the folder lets in.
 */
export const PROXY_SOCKET = 'proxy.sock';
