export const isName = (text: string) => /^[a-z]+(?: [a-z]+)*$/i.test(text);

export const isHost = (text: string) => text.length < 254 && text.split('.').every((label) => /^[a-z0-9-]+$/.test(label));

const list = new RegExp('^\\d+(?:,\\d+)*;$');

export const isList = (text: string) => list.test(text);

export const trimEnd = (text: string) => text.trimEnd();

export const half = (total: number, g: number) => total / 2 / g;
