export const accessKey = process.env['BILLING_ACCESS_KEY'];

export const integrity = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';
export const commit = 'd670460b4b4aece5915caf5c68d12f560a9fe3e4';
export const id = '018f3c1e-7d2a-7c4b-9e55-3f0f6f1d2a77';
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
export const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
export const documentation = 'https://developer.mozilla.org/en-US/docs/Web/API/SubtleCrypto/deriveKey?q=Zp4kVn8Qs1Xw7';
export const icon = 'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2zm0 18c-4.41 0-8-3.59-8-8';
export const message = 'internationalizationConfigurationProviderFactoryBean';
