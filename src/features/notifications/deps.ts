/** What the effects of notifications need. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Sql } from '../../../store/connect.ts';
import { DAY_MS } from '../../base/durations.ts';
import type { Sealer } from '../../base/seal.ts';
import type { Node } from '../../engine/node.ts';
import type { Mailer } from '../mail/index.ts';

export interface Deps {
  sql: Sql;
  directory: Sql;
  node: () => Pick<Node, 'command'>;
  mailer: Mailer;
  sealer: Sealer;
  /** A guarded fetch, because browsers name the addresses of their push services. */
  fetch: typeof globalThis.fetch;
  adapters: { [platform: string]: Manifest };
  clock: () => number;
  publicUrl: () => string;
}

/** After this time a mail or a push about it says nothing new. */
export const NOTICE_VALID_MS = DAY_MS;

/** Such as `Café Luna on Bluesky`. @param account undefined if it was disconnected, or there is none */
export const accountNameOf = (
  { adapters }: Pick<Deps, 'adapters'>,
  account: { name: string; platform: string } | undefined,
): string =>
  account ? `${account.name} on ${adapters[account.platform]?.name ?? account.platform}` : 'an account';
