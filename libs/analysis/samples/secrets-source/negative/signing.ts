/** Stands where documentation shows how a key looks. */
export const SHAPE = '-----BEGIN EC PRIVATE KEY-----\r\n...\r\n-----END EC PRIVATE KEY-----';
