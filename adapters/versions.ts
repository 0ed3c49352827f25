/** Warns the operator before a network ends the API version in use. */
import { networks } from './networks.ts';
import type { Manifest } from './port/manifest.ts';

const DAY_MS = 86_400_000;
/** How long before its end the warning for a version starts. */
const WARN_AHEAD_MS = 60 * DAY_MS;

/**
 * A sentence for each version that ends within 60 days, or has ended.
 * @param now epoch ms
 */
export function endingVersions(
  now: number,
  manifests: { [platform: string]: Pick<Manifest, 'version'> } = networks,
): string[] {
  return Object.entries(manifests).flatMap(([platform, manifest]) => {
    const { version, sunset = null } = manifest.version ?? {};
    if (sunset === null || Date.parse(sunset) - now > WARN_AHEAD_MS) return [];
    const ends = Date.parse(sunset) > now ? `ends on ${sunset}` : `may have ended on ${sunset}`;
    return [
      `${platform}'s API version ${version} ${ends}: update this service, or posts to ${platform} will fail`,
    ];
  });
}
