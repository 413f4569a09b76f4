/** Whether a value stands in for another one that some program puts in its place, such as `{lang}`. */
export const isStandIn = (value: string): boolean => /[{}[\]$%<>@]/.test(value);
