export const formatDate = (date: Date) => date.toISOString();
