import { createSign } from 'node:crypto';

const key = '-----BEGIN EC PRIVATE KEY-----\r\nMIIFAKEpTyGJMuHbEL31IeL2HPcHyGcFRl1SPnXNYvMIHa/2o76umfXfKm/r5kJP1VrT+1FJors/6ILi8IHn5kxsC7tVO/HbkQfyy/KV5zjR3j1twdTKWTddB+XhkAS1voQG6yyzyN9zHYIa4UOrGNATMuDJawTg\r\n-----END EC PRIVATE KEY-----';

const older =
  '-----BEGIN EC PRIVATE KEY-----\n' +
  'MIIFAKEpTyGJMuHbEL31IeL2HPcHyGcFRl1SPnXNYvMIHa/2o76umfXfKm/r5kJP\n' +
  '1VrT+1FJors/6ILi8IHn5kxsC7tVO/HbkQfyy/KV5zjR3j1twdTKWTddB+XhkAS1voQG6yyzyN9zHYIa4UOrGNATMuDJawTg\n' +
  '-----END EC PRIVATE KEY-----\n';

export const signed = (text: string, isOld: boolean) => createSign('RSA-SHA256').update(text).sign(isOld ? older : key, 'hex');
