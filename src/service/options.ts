/** What a service is made from. */
import type { AppCredentials } from '../../adapters/port/account.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { LimitTable } from '../features/accounts/budgets/limits.ts';
import type { Role } from './config.ts';
import type { ProxyOptions } from '../faces/http/client-address.ts';
import type { KeeperStatus } from '../install/embedded/keeper.ts';
import type { ReadPage } from '../features/link-previews/index.ts';
import type { MailServer } from '../base/mail-server.ts';
import type { Log } from '../base/log.ts';
import type { S3Settings } from '../features/media/s3-storage.ts';

export interface ServiceOptions {
  databaseUrl: string;
  /** Name of the cell that the node works on. Default: the first one (store/schemas.ts). */
  cell?: string;
  secretKeys: Buffer[];
  /** Public address, without a trailing slash. With port 0 hosted files get the port that is listened on. */
  baseUrl: string;
  /** More names of this service, besides the host of `baseUrl`. Default none. */
  hosts?: readonly string[];
  /** Address in front of `/l/` in tracked links, without a trailing slash. Default: `baseUrl`. */
  linksUrl?: string | null;
  /** Where hosted files are kept: a bucket, or else below this folder, which also holds what is on its way in. */
  media: { folder: string; s3: S3Settings | null };
  /** Origins that callers' URLs may name although they are private: the sandbox. */
  allowedOrigins: string[];
  /** No other process works on this database: what earlier ones left behind is taken over at once. */
  alone: boolean;
  /** How the embedded Postgres is. Default: there is none. */
  embeddedPostgres?: () => KeeperStatus;
  log: Log;
  /** Epoch ms. Default Date.now; tests move it. */
  clock?: () => number;
  /** Default: every network. */
  adapters?: { [platform: string]: Manifest };
  /** This service as an app at networks, by platform. Default none. */
  apps?: { [platform: string]: AppCredentials };
  /** Where networks are simulated. Default nowhere. */
  sandboxUrl?: string | null;
  /** Whether the networks of a new workspace are simulated unless the request says otherwise. Default false. */
  sandboxDefault?: boolean;
  /** The mail server that the environment names. Default: the one that was stored, if any. */
  mailServer?: MailServer | null;
  /** The bearer token of `/metrics`. Default: everybody may read them. */
  metricsKey?: string | null;
  ratePerMinute?: number;
  /** Reverse proxies that name the client in a header. Default none: the client is the other end of the socket. */
  proxies?: ProxyOptions;
  /** Reads the pages that posts link to. Default: over the network, through the URL guard. For tests. */
  readPage?: ReadPage;
  concurrency?: number;
  /** Bytes of memory for media that are opened for networks. Default 512 MiB. */
  mediaMemory?: number;
  /** What networks allow. Default: what their manifests say. */
  limits?: LimitTable;
  /** Carries notices to other nodes, and holds the rate limits that all of them share. */
  redisUrl?: string | null;
  /** api: requests only; worker: the work, and health checks; both. Default both. */
  role?: Role;
  /** false: accounts are not subscribed to what networks send. For tests. Default true. */
  subscribes?: boolean;
  /** How long accounts with new posts or comments are gathered before their numbers are told, ms. For tests. Default a minute. */
  gatherPublishedMs?: number;
  /** Refuse to answer what does not fit its schema. For tests. */
  checkAnswers?: boolean;
}

export const VERSION = '0.1.0';

/** What addresses of the sandbox begin with; null if there is none. */
export const originOf = (sandboxUrl: string | null | undefined): string | null =>
  sandboxUrl ? new URL(sandboxUrl).origin : null;

/** How this service names itself to networks and to the receivers of webhooks. */
export const userAgentOf = ({ baseUrl }: ServiceOptions): string => `Troupe/${VERSION} (+${baseUrl})`;
