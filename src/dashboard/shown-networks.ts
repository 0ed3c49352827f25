/** The names and colours of networks for the dashboard, so that it has no list of networks of its own. */
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { SessionView } from './session-view.ts';

export function shownNetworks(adapters: { [platform: string]: Manifest }): SessionView['networks'] {
  return Object.values(adapters).map(({ platform, name, mark }) => ({ platform, name, mark }));
}
