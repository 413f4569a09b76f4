/** A text as a part of a regular expression that stands for that text alone. */
export const escapedForRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
