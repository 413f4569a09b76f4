const MEDIA = new RegExp(
  String.raw`\.(${[
    'png|jpe?g|webp|gif|bmp|heic|avif|ico|pdf',
    'mp[34]|m4[av]|ogg|opus|wav|aac|flac|webm|mov',
    'ttf|otf|ttc|woff2?',
    'car|ktx|astc|pvr',
  ].join('|')})$`,
  'i',
);

/** Formats without readable text. They are most of a build. */
export const isMedia = (path: string): boolean => MEDIA.test(path);

/**
 * Recognises files that hold private keys by their extension. An app that contains one gives it to everybody who
 * installs the app.
 */
export const isKeyStore = (path: string): boolean => /\.(jks|keystore|bks|p12|pfx|pvk|ppk)$/i.test(path);
