/** What the effects of notifications need. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Sql } from '../../../store/connect.ts';
import { DAY_MS } from '../../base/durations.ts';
import type { Node } from '../../engine/node.ts';
import type { Mailer } from '../mail/index.ts';

export interface Deps {
  sql: Sql;
  directory: Sql;
  node: () => Pick<Node, 'command'>;
  mailer: Mailer;
  adapters: { [platform: string]: Manifest };
  clock: () => number;
  publicUrl: () => string;
}

/** After this time a mail about it says nothing new. */
export const MAIL_VALID_MS = DAY_MS;
