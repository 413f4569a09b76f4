const MEDIA =
  /\.(png|jpe?g|webp|gif|bmp|heic|avif|ico|pdf|mp[34]|m4[av]|ogg|opus|wav|aac|flac|webm|mov|ttf|otf|ttc|woff2?|car|ktx|astc|pvr)$/i;

/** Formats that hold nothing to read, and most of a build. */
export const isMedia = (path: string): boolean => MEDIA.test(path);
