/** What the routes for apps reach. */
import type { Sql } from '../../../store/connect.ts';
import type { Exchange } from '../../api/exchange.ts';
import type { Log } from '../../base/log.ts';
import type { Guard } from '../../base/outbound/guard.ts';

export interface OAuthContext {
  directory: Sql;
  guard: Pick<Guard, 'allows' | 'fetch'>;
  /** Epoch ms. */
  clock: () => number;
  /** Public address of this service, without a trailing slash. */
  baseUrl: () => string;
  /** The client's address, by which requests without a key are counted. */
  addressOf: (exchange: Exchange) => string;
  /** The person who is signed in to the dashboard in the browser that asks; null if nobody is. */
  userOf: (exchange: Pick<Exchange, 'header'>) => Promise<string | null>;
  log: Log;
}
