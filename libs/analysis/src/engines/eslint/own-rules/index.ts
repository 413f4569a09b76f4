import { fetchFromRequest, redirectFromRequest } from './address-from-request';
import { hardCodedKey, hardCodedPassword } from './hard-coded-key';
import { cookieOpenToScripts, cookieWithoutSecure } from './session-cookie';
import { promiseAsCondition } from './promise-as-condition';
import { sessionKept } from './session-kept';
import { sqlFromValues, whereFromValues } from './statement-from-values';

/**
 * Attacks and faults that no installed plugin finds unless types or imports tell it what an object is. Each rule
 * follows a value through the variables of its file, and no further.
 */
export const rules = {
  'sql-from-values': sqlFromValues,
  'where-from-values': whereFromValues,
  'redirect-from-request': redirectFromRequest,
  'fetch-from-request': fetchFromRequest,
  'hard-coded-key': hardCodedKey,
  'hard-coded-password': hardCodedPassword,
  'cookie-open-to-scripts': cookieOpenToScripts,
  'cookie-without-secure': cookieWithoutSecure,
  'session-kept': sessionKept,
  'promise-as-condition': promiseAsCondition,
};
