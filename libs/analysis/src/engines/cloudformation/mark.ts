/** Texts of which every template has one. Other files are ignored, broken or not. */
const MARK = /\bAWSTemplateFormatVersion\b|\bAWS::Serverless-2016-10-31\b|\bType["']?\s*:\s*["']?AWS::\w+::\w/;

export const mayBeTemplate = (text: string): boolean => MARK.test(text);
