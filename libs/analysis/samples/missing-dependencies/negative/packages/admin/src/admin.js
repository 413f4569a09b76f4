import react from 'react';

export const admin = react;
