/** Stands where documentation shows how a key looks. */
export const SHAPE = '-----BEGIN RSA PRIVATE KEY-----\r\n...\r\n-----END RSA PRIVATE KEY-----';
