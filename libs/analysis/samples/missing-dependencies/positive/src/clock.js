export const clock = async () => (await import('dayjs')).default();
