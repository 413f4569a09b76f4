/**
 * Files that hold private keys, by their extension: an app that has one to read gives it to everybody who installs it.
 */
export const isKeyStore = (path: string): boolean => /\.(jks|keystore|bks|p12|pfx|pvk|ppk)$/i.test(path);
