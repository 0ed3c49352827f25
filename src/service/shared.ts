import type { AppsFinder } from '../features/accounts/app-settings.ts';
import type { Networks } from '../features/accounts/connect/networks.ts';
import type { Hub } from '../faces/live/hub.ts';
import type { ServiceMetrics } from './metrics.ts';
import type { Guard } from '../base/outbound/guard.ts';
import type { Sealer } from '../base/seal.ts';
import type { DatabaseWatch } from './database-watch.ts';
import type { Databases } from './databases.ts';
import type { FeedPreviews } from '../features/feeds/index.ts';
import type { LinkPreviews } from '../features/link-previews/index.ts';
import type { FindMailServer } from '../features/mail/index.ts';
import type { MediaParts } from './media.ts';
import type { Stops } from './stops.ts';

/** What the later phases take from the earlier ones. */
export interface Shared extends Databases {
  watch: DatabaseWatch;
  sealer: Sealer;
  guard: Guard;
  media: MediaParts;
  linkPreviews: LinkPreviews;
  feedPreviews: FeedPreviews;
  findMailServer: FindMailServer;
  metrics: ServiceMetrics;
  apps: AppsFinder;
  networks: Networks;
  /** By which networks recognise the addresses of this installation. */
  verifyToken: string;
  hub: Hub;
  clock: () => number;
  stops: Stops;
}
