/** The post fields that apply to single networks, collected from the manifests. */
import { networks } from './networks.ts';
import type { Manifest, PostOptions } from './port/manifest.ts';

/**
 * Networks may share a field (`articleSettings`) only if they share its schema too.
 * @throws Error if two networks define the same field differently
 */
function optionsOf(manifests: { [platform: string]: Pick<Manifest, 'options'> }): PostOptions {
  const fields: PostOptions = {};
  for (const [platform, { options = {} }] of Object.entries(manifests)) {
    for (const [field, schema] of Object.entries(options)) {
      if (fields[field] !== undefined && fields[field] !== schema)
        throw new Error(`${platform} has another schema for ${field} than another network`);
      fields[field] = schema;
    }
  }
  return fields;
}

export const postOptions = optionsOf(networks);

/** Fields of a post that only tools take: REST refuses them (docs/mcp.md). */
export const toolPostOptions = optionsOf(
  Object.fromEntries(
    Object.entries(networks).map(([platform, { toolOptions = {} }]: [string, Manifest]) => [
      platform,
      { options: toolOptions },
    ]),
  ),
);
