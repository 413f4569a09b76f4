/** Thrown where Helm itself would refuse a template, or where it is beyond what is evaluated. The message is shown. */
export class Refused extends Error {}

/** Thrown where a template takes more steps, or prints more, than any that people write. */
export class TooMuch extends Error {}
