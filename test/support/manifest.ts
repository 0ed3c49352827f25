/** A network for a test: it publishes as the test says, and nobody connects to it. */
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { PublishPort } from '../../adapters/port/publish.ts';

/** @param publish differences from a network that accepts every text and has published nothing */
export function manifestOf(platform: string, publish: Partial<PublishPort>): Manifest {
  return {
    platform,
    name: platform,
    mark: { letters: 'Te', color: '#000000' },
    endpoints: {},
    connect: {
      kind: 'form',
      steps: [],
      fields: [],
      connect: () => Promise.resolve({ kind: 'refused', reason: 'nobody connects to this network' }),
    },
    publish: {
      evidence: 'none',
      plan: ({ text, media }) => ({ text, title: null, media, warnings: [], refusals: [] }),
      measure: ({ text }) => ({
        length: { used: text.length, limit: null, unit: 'utf16_units' },
        cutAt: null,
      }),
      repeatable: () => 'yes',
      publish: ({ deliveryId }) =>
        Promise.resolve({ kind: 'published', networkPostId: `${platform}-${deliveryId}`, url: null }),
      verify: () => Promise.resolve({ kind: 'cannot_tell', reason: 'no evidence' }),
      ...publish,
    },
  };
}
