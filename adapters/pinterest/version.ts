import type { ApiVersion } from '../port/manifest.ts';

/** The API version in every path. Pinterest has announced no end of it. */
export const version: ApiVersion = { version: 'v5', sunset: null };

/**
 * `api` may be the sandbox host (api-sandbox.pinterest.com) for apps with trial access. `upload` is where videos are
 * sent; the address itself comes from the API's response.
 */
export const endpoints = {
  www: 'https://www.pinterest.com',
  api: 'https://api.pinterest.com',
  upload: 'https://pinterest-media-upload.s3-accelerate.amazonaws.com',
};
