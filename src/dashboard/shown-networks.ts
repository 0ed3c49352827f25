/** What the dashboard draws of each network, so that it has no list of networks of its own. */
import type { Manifest } from '../../adapters/port/manifest.ts';

export interface ShownNetwork {
  platform: string;
  name: string;
  /** Two letters on a colour that white can be read on. */
  mark: { letters: string; color: string };
}

export function shownNetworks(adapters: { [platform: string]: Manifest }): ShownNetwork[] {
  return Object.values(adapters).map(({ platform, name, mark }) => ({ platform, name, mark }));
}
