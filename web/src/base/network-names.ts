/** Names of networks, which the service says with the session. Apart from their marks, so that texts can name networks everywhere. */

const names = new Map<string, string>();

/** Stores what the session says. */
export function keepNetworkNames(networks: readonly { platform: string; name: string }[]): void {
  for (const { platform, name } of networks) names.set(platform, name);
}

/** @param platform such as `google_business` @returns `Google Business`; the parameter itself before the session is read */
export const networkName = (platform: string): string => names.get(platform) ?? platform;
