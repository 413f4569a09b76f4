const KNOWN_BINARY = new Set(
  (
    '7z a aab ai apk ar avi bin bz2 class cur dat db deb dex dll dmg doc docx dylib eot ear elf eps exe flac flv ' +
    'fon gz heic icns ipa iso jar jks keystore lib lz4 lzma m4a m4v mkv mo mov mp3 mp4 mpeg mpg msi node o obj ' +
    'odp ods odt ogg otf p12 parquet pdb pdf pfx pickle pkl ppt pptx psd pyc pyd pyo rar rpm so sqlite sqlite3 ' +
    'swf tar tgz tif tiff ttc ttf war wasm wav webm whl wmv woff woff2 xls xlsx xz zip zst'
  ).split(' '),
);

/** Recognises formats without text by the file name alone, so that a video of gigabytes is not even opened. */
export const isKnownBinary = (name: string): boolean =>
  name.includes('.') && KNOWN_BINARY.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
