/** What runs beside requests and actors. */
import { networks as allNetworks } from '../../adapters/networks.ts';
import { attendAccounts, tellConfigured } from '../features/accounts/attend.ts';
import { keepStarting } from '../engine/missing-actors.ts';
import type { Node } from '../engine/node.ts';
import { moveCopies } from '../features/inbox/index.ts';
import { numberAccounts } from '../features/numbers/index.ts';
import { kinds } from '../kinds/index.ts';
import { startCleanup } from '../features/media/cleanup.ts';
import { type InboundProcessor, startReceivers, startStreams } from '../features/receiving/index.ts';
import { keepIndexed } from './indexing.ts';
import { keepPruned } from './retention.ts';
import { joinQueues, moveBroadcasts, placeLeft } from '../features/rules/index.ts';
import type { ServiceOptions } from './options.ts';
import type { Shared } from './shared.ts';

interface BackgroundParts extends Shared {
  node: Node;
  processor: InboundProcessor;
}

export async function startBackground(
  { log, role, adapters = allNetworks, subscribes = true }: ServiceOptions,
  { node, processor, sql, directory, sealer, media, clock, stops }: BackgroundParts,
): Promise<void> {
  await tellConfigured(node);
  if (role !== 'api') {
    await moveBroadcasts({ sql, node: () => node });
    await moveCopies({ node });
    await joinQueues({ sql, node });
  }
  const keep = async (what: string, start: () => Promise<unknown>) =>
    stops.add(await keepStarting({ what, start, log }));
  await keep('accounts', () => attendAccounts({ node, sealer, adapters }));
  stops.add(startCleanup({ storage: media.storage, incoming: media.incoming, clock, log }));
  processor.start();
  stops.add(() => processor.stop());
  if (role !== 'api' && subscribes) {
    await keep('what accounts receive', () => startReceivers({ node, adapters }));
    await keep('streams of events', () => startStreams({ node, adapters }));
    await keep('numbers', () => numberAccounts({ node }));
    await placeLeft({ sql, node });
  }
  if (role !== 'api') stops.add(keepIndexed({ sql, log }));
  if (role !== 'api')
    stops.add(keepPruned({ sql, directory, media: media.media, kinds, adapters, clock, log }));
}
