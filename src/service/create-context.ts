/** What every operation is given. */
import { networks as allNetworks } from '../../adapters/networks.ts';
import type { Budgets } from '../features/accounts/index.ts';
import type { Refresher } from '../features/accounts/refresh.ts';
import { createAttempts } from '../features/auth/index.ts';
import type { Auth } from '../features/auth/keys.ts';
import type { Sessions } from '../features/auth/sessions.ts';
import { probeStorage } from '../features/media/probe.ts';
import type { Context } from './context.ts';
import { operations } from './operations.ts';
import type { Node } from '../engine/node.ts';
import { UnderWay } from '../faces/export/index.ts';
import { createMailer } from '../features/mail/index.ts';
import { inboxReads } from '../features/inbox/index.ts';
import { numbersReads } from '../features/numbers/index.ts';
import { postBatches } from '../features/posts/batches.ts';
import type { SandboxChoice } from '../base/workspace-networks.ts';
import { lockPlannedPosts } from '../features/posts/index.ts';
import { answersWith } from '../features/rules/index.ts';
import { admitByHand } from '../features/posts/publishing/claims.ts';
import type { InstallationFacts } from '../features/installation/index.ts';
import { readinessOf } from './health.ts';
import { originOf, type ServiceOptions, userAgentOf, VERSION } from './options.ts';
import type { Shared } from './shared.ts';

interface ContextParts extends Shared {
  auth: Auth;
  sessions: Sessions;
  node: Node;
  refresher: Refresher;
  budgets: Budgets;
  publicUrl: () => string;
  linkBase: () => string;
}

/** The public address is read late: with port 0 it is known only when the server listens. */
export function createContext(options: ServiceOptions, parts: ContextParts): Context {
  const {
    sql,
    directory,
    cell,
    node,
    clock,
    sealer,
    guard,
    refresher,
    budgets,
    media,
    auth,
    publicUrl,
    linkBase,
  } = parts;
  return {
    sql,
    directory,
    cell,
    node,
    clock,
    adapters: options.adapters ?? allNetworks,
    sealer,
    codeAttempts: createAttempts('wrong passwords or codes'),
    guard,
    refresher,
    budgets,
    media: media.media,
    log: options.log,
    get baseUrl() {
      return publicUrl();
    },
    userAgent: userAgentOf(options),
    linkPreviews: parts.linkPreviews,
    feedPreviews: parts.feedPreviews,
    mailer: createMailer(parts),
    posts: postBatches({ sql, node }),
    numbers: numbersReads(sql),
    inbox: inboxReads(sql),
    get linkBase() {
      return linkBase();
    },
    onArrived: answersWith(linkBase),
    admitByHand,
    exportsUnderWay: new UnderWay(),
    sandboxUrl: options.sandboxUrl ?? null,
    sandbox: sandboxChoice(options),
    installation: installationFacts(options, parts),
    appsOfEnvironment: options.apps ?? {},
    forgetApps: () => parts.apps.forget(),
    probeStorage: (during) => probeStorage(media, during),
    hostsOfRequests: () => parts.sessions.hosts(),
    verifyToken: parts.verifyToken,
    mailServerOfEnvironment: options.mailServer ?? null,
    forgetPrincipals: () => auth.forget(),
    lockPlannedPosts,
    summaryOf: (id) => operations.find((one) => one.id === id)?.summary ?? id,
  };
}

const sandboxChoice = ({ sandboxUrl = null, sandboxDefault = false }: ServiceOptions): SandboxChoice => ({
  origin: originOf(sandboxUrl),
  isDefault: sandboxDefault,
});

/** The programs of the packaged Postgres have no pg_dump: its folder is copied while the service stands still (docs/backups.md). */
const EMBEDDED_COPY = 'tar --create --gzip --file=troupe.tar.gz "${TROUPE_DATA:-.troupe}"';
const OWN_DUMP = 'pg_dump --format=custom --file=troupe.dump "$DATABASE_URL"';

/** What operators see of the settings. */
function installationFacts(
  options: ServiceOptions,
  { node, watch }: Pick<ContextParts, 'node' | 'watch'>,
): InstallationFacts {
  const { embeddedPostgres, redisUrl = null, sandboxUrl = null } = options;
  return {
    version: VERSION,
    sandbox: sandboxUrl !== null,
    database: embeddedPostgres ? 'embedded' : 'own',
    redis: redisUrl !== null,
    mediaStorage: options.media.s3 === null ? 'folder' : 'bucket',
    backup: {
      command: embeddedPostgres ? EMBEDDED_COPY : OWN_DUMP,
      mediaFolder: options.media.s3 === null ? options.media.folder : null,
    },
    health: () => readinessOf(options, node, watch).checks,
  };
}
