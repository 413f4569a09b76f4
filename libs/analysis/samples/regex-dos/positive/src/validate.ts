export const isName = (text: string) => /^([a-z]+ ?)+$/i.test(text);

export const isHost = (text: string) => /^(([a-z0-9]|[a-z0-9][a-z0-9-]*[a-z0-9])\.?)+$/.test(text);

const list = new RegExp('^(\\d+,?)+;$');

export const isList = (text: string) => list.test(text);

export const trimEnd = (text: string) => text.replace(/\s+$/, '');
