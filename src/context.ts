/** What operations reach: constructed once, in `src/service.ts`, and handed to every call. */
import type { Manifest } from '../adapters/port/manifest.ts';
import type { Refresher } from './accounts/refresh.ts';
import type { Sql } from '../store/connect.ts';
import type { Guard } from './http/guard.ts';
import type { Log } from './log.ts';
import type { Media } from './media/media.ts';
import type { Together } from './posts/together.ts';
import type { Node } from './engine/node.ts';
import type { Sealer } from './seal.ts';

export interface Context {
  /** For requests; the node has connections of its own. */
  sql: Sql;
  node: Node;
  /** Epoch ms; tests move it. */
  clock: () => number;
  adapters: { [platform: string]: Manifest };
  sealer: Sealer;
  guard: Guard;
  /** Renews credentials: one call for an account at a time. */
  refresher: Refresher;
  media: Media;
  log: Log;
  /** Public address of this service, without a trailing slash. */
  baseUrl: string;
  userAgent: string;
  /** What requests ask for in the same moment. */
  together: Together;
  /** Memberships have changed: principals that are remembered here are out of date. */
  forgetPrincipals: () => void;
}
