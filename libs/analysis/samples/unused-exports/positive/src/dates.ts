export function today() { return new Date(); }
export function yesterday() { return new Date(Date.now() - 86_400_000); }
