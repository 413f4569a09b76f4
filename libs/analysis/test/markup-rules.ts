import { markupTools } from '../src/catalogue/markup';
import { profileOf } from '../src/engines/engine-table';
import { runOn } from './run-on';

const own = markupTools.filter(({ id }) => id === 'act-markup');

/** A page with a body; a component of React, and one of Vue, with the markup below another element. */
export const page = (body: string): string => `<!doctype html>\n<html lang="en">\n<title>Tea</title>\n${body}\n`;
export const jsx = (markup: string): string => `export const A = (p) => <section>${markup}</section>;\n`;
export const vue = (markup: string): string => `<template><div><section>${markup}</section></div></template>\n`;

/** The names of our own rules that tell of files, by their paths, once for each finding. */
export async function rulesInFiles(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { found } = await runOn(profileOf('markup-accessibility'), own, files);
  return found.map((each) => each.split(' ')[1]!);
}

/** The same of one file. */
export const rulesIn = (file: string, text: string): Promise<string[]> => rulesInFiles({ [file]: text });
