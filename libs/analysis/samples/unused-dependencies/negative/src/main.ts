export const later = async () => (await import('dayjs')).default();
