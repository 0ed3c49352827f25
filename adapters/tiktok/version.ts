import type { ApiVersion } from '../port/manifest.ts';

/** The API's version, part of every path. No end of it is announced. */
export const version: ApiVersion = { version: 'v2', sunset: null };

/** `upload` may be another of their regions: what `init` answers is used. It sees no token. */
export const endpoints = {
  www: 'https://www.tiktok.com',
  api: 'https://open.tiktokapis.com',
  upload: 'https://open-upload.tiktokapis.com',
};
