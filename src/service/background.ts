/** What runs beside requests and actors. */
import { networks as allNetworks } from '../../adapters/networks.ts';
import { keepAttended, tellConfigured } from '../accounts/attend.ts';
import type { Node } from '../engine/node.ts';
import { kinds } from '../kinds/index.ts';
import { startCleanup } from '../media/cleanup.ts';
import { keepPruned } from '../retention.ts';
import type { ServiceOptions } from './options.ts';
import type { Shared } from './shared.ts';

export async function startBackground(
  { log, role, adapters = allNetworks }: ServiceOptions,
  { node, sql, directory, sealer, media, clock, stops }: Shared & { node: Node },
): Promise<void> {
  await tellConfigured(node);
  stops.add(await keepAttended({ node, sealer, adapters, log }));
  stops.add(startCleanup({ storage: media.storage, incoming: media.incoming, clock, log }));
  if (role !== 'api') stops.add(keepPruned({ sql, directory, kinds, clock, log }));
}
