/** The post fields of single networks with their JSON Schemas, as the dashboard draws them. */
import { postOptions } from '../../adapters/options.ts';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { createBody } from '../../src/features/posts/request.ts';

export const postOptionsFile = new URL('../../web/src/base/post-options.ts', import.meta.url);

/** Keywords that a form has no use for. */
const WITHOUT = new Set(['additionalProperties', 'uniqueItems', '~kind', '~optional']);

/** @returns the text that web/src/base/post-options.ts must have */
export function writePostOptions(): string {
  const entries = Object.keys(postOptions).map((name) => ({
    name,
    platforms: Object.values<Manifest>(networks).flatMap(({ platform, options = {} }) =>
      name in options ? [platform] : [],
    ),
    // as create takes it: the schema that GET /openapi.json publishes
    schema: (createBody.properties as { [field: string]: unknown })[name],
  }));
  const text = JSON.stringify(entries, (key, value: unknown) => (WITHOUT.has(key) ? undefined : value), 2);
  return `/**
 * The post fields of single networks, with the JSON Schemas that the API publishes. Generated from the manifests by \`npm run openapi\`:
 * do not edit. A test fails when this file does not fit them.
 */
import type { PostOption } from './post-option.ts';

export const POST_OPTIONS: readonly PostOption[] = ${text};
`;
}
