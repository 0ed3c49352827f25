/** What the dashboard shows of networks, so that it has no list of networks of its own. */
import type { Manifest } from '../../adapters/port/manifest.ts';
import { MESSAGE_LIMITS } from '../inbox/index.ts';
import type { SessionView } from './session-view.ts';

export function shownNetworks(adapters: { [platform: string]: Manifest }): SessionView['networks'] {
  return Object.values(adapters).map(({ platform, name, mark, messages }) => ({
    platform,
    name,
    mark,
    messages: messages ? limitsOf(platform) : null,
  }));
}

function limitsOf(platform: string) {
  const { bytes = null, characters = null } = MESSAGE_LIMITS[platform] ?? {};
  return { maxBytes: bytes, maxCharacters: characters };
}
