import type { Functions } from '../template/context';
import { NOT_KNOWN } from '../values/value';

const DECIDED_LATER = [
  'now date dateInZone date_in_zone dateModify date_modify mustDateModify mustDate_modify htmlDate htmlDateInZone',
  'ago duration durationRound unixEpoch toDate mustToDate uuidv4 randAlphaNum randAlpha randAscii randNumeric',
  'randBytes randInt shuffle genPrivateKey genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey',
  'genSignedCert genSignedCertWithKey buildCustomCert derivePassword htpasswd bcrypt encryptAES decryptAES',
  'abbrevboth fromToml',
].join(' ');

/** Functions whose result a clock or chance decides, and nobody needs for judging: the result is not known. */
export const chance: Functions = {
  ...Object.fromEntries(DECIDED_LATER.split(' ').map((name) => [name, () => NOT_KNOWN])),
  // Helm asks no name server unless it is told to.
  getHostByName: () => '',
  hello: () => 'Hello!',
};
