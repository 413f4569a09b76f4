import { BLANKS, CONTROLS, type TextForm, charactersIn } from './plain-text';

/** Characters: the longest address that SMTP carries. */
export const LONGEST_MAIL_ADDRESS = 254;

const PART = `[^${BLANKS}${CONTROLS}@<>"]+`;

export const MAIL_ADDRESS: TextForm = {
  pattern: new RegExp(`^${PART}@${PART}$`),
  message: `addresses of e-mail, of at most ${LONGEST_MAIL_ADDRESS} characters each`,
};

export const isMailAddress = (text: string): boolean =>
  MAIL_ADDRESS.pattern.test(text) && charactersIn(text) <= LONGEST_MAIL_ADDRESS;
