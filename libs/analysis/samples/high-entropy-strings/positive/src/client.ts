// Made up for this sample; no service ever knew it.
export const accessKey = 'fakeQ7zX2vLp9RwK4tNc8YbJ1mHd5GsF3aEu6oTi';

export const headers = { 'x-service': 'billing', 'x-auth': 'fake:Zp4kVn8Qs1Xw7Rb3Yt6Lm2Hc9Jd5Gf0AeUoKiBx' };
