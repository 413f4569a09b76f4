export const name = 'Ada';
