/** Texts of which every template has one. Other files are ignored, broken or not. */
const MARK = /\bAWSTemplateFormatVersion\b|\bAWS::Serverless-2016-10-31\b|\bType["']?\s*:\s*["']?AWS::\w+::\w/;
/** The same of a service of the Serverless Framework that runs on AWS. */
const OF_SERVICE = /^provider:[ \t]*(?:aws\b|(?:#.*)?$)/m;
const PARTS_OF_SERVICE = /^(?:functions|resources):/m;

export const mayBeTemplate = (text: string): boolean =>
  MARK.test(text) || (OF_SERVICE.test(text) && PARTS_OF_SERVICE.test(text));
