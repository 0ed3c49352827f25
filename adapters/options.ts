/** The fields of a post that concern single networks, collected from the manifests. */
import { networks } from './networks.ts';
import type { Manifest, PostOptions } from './port/manifest.ts';

/**
 * Networks may share a field (`articleSettings`), but then they share its schema too.
 * @throws Error where two networks mean different things by one field
 */
export function optionsOf(manifests: { [platform: string]: Pick<Manifest, 'options'> }): PostOptions {
  const fields: PostOptions = {};
  for (const [platform, { options = {} }] of Object.entries(manifests)) {
    for (const [field, schema] of Object.entries(options)) {
      if (fields[field] !== undefined && fields[field] !== schema)
        throw new Error(`${platform} has a schema of its own for ${field}, which another network has too`);
      fields[field] = schema;
    }
  }
  return fields;
}

export const postOptions = optionsOf(networks);
