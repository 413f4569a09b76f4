/** Names of variables that hold a secret, not its location. */
export const SECRET_NAME = /(?:^|_)(?:password|passwd|pwd|passphrase|secret|secret_?key|secret_?access_?key|api_?key|access_?token|auth_?token|api_?token|private_?key|encryption_?key|jwt_?secret|client_?secret)$|(?:Password|Secret|ApiKey|AccessToken|AuthToken|PrivateKey|SecretKey)$/i;

/** AWS keys and private keys within a longer text, such as a script. */
export const KEY_IN_TEXT = /(?:AKIA|ASIA)[A-Z0-9]{16}|-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----/;
