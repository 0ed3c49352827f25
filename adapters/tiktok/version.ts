import type { ApiVersion } from '../port/manifest.ts';

/** The API version in every path. No end of it is announced. */
export const version: ApiVersion = { version: 'v2', sunset: null };

/** The response of `init` decides which upload host is used; it may be in another region. It receives no token. */
export const endpoints = {
  www: 'https://www.tiktok.com',
  api: 'https://open.tiktokapis.com',
  upload: 'https://open-upload.tiktokapis.com',
};
