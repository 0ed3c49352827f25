/**
 * The page of a report: GET /report/{secret}. It needs no login, changes nothing, asks no network, and shows the accounts and days of its
 * link alone.
 */
import { findReportLink, type ReportLinkRow } from '../../../../store/report-links.ts';
import { listTopPosts } from '../../../../store/tracked-posts.ts';
import { readAccounts } from '../../../../store/accounts.ts';
import type { Exchange, RawRoute } from '../../../api/exchange.ts';
import type { Membership } from '../../../api/principal.ts';
import { isLinkSecret, isOpen, type LinkPageDeps, LinkPages } from '../../../api/secret-links.ts';
import { hashOf } from '../../../base/secrets.ts';
import type { NumbersContext } from '../context.ts';
import { daysBetween } from '../period.ts';
import { readSideBySide } from '../side-by-side.ts';
import { makerOf, REPORT_PATH, REPORT_PREFIX } from './link.ts';
import { reportPage } from './page.ts';

const MAX_POSTS = 20;

type Deps = LinkPageDeps & {
  context: Pick<NumbersContext, 'sql' | 'directory' | 'adapters' | 'clock' | 'baseUrl'>;
};

export function reportRoutes(deps: Deps): RawRoute[] {
  const pages = new LinkPages(deps, { showsFiles: false });
  const show = async (exchange: Exchange): Promise<void> => {
    if (!pages.admits(exchange)) return;
    const found = await find(deps.context, exchange.params['secret'] ?? '');
    const page = found === null ? null : await pageOf(deps.context, found);
    if (page === null) pages.unknown(exchange);
    else pages.respond(exchange, 200, page);
  };
  return [{ method: 'GET', path: `${REPORT_PATH}{secret}`, handle: show }];
}

interface Opened {
  link: ReportLinkRow;
  workspace: Membership;
}

/** @returns null for a link that is unknown, revoked, expired, or whose maker could not make it any more */
async function find({ sql, directory, clock }: Deps['context'], secret: string): Promise<Opened | null> {
  if (!isLinkSecret(REPORT_PREFIX, secret)) return null;
  const link = await findReportLink(sql, hashOf(secret));
  if (!link || !isOpen(link, clock())) return null;
  const workspace = await makerOf(directory, link);
  return workspace ? { link, workspace } : null;
}

/** @returns null where no account of the report is connected any more */
async function pageOf(context: Deps['context'], { link, workspace }: Opened): Promise<string | null> {
  const { sql, adapters } = context;
  const rows = await readAccounts(sql, link.accountIds);
  const accounts = link.accountIds.flatMap((id) => {
    const row = rows.find((one) => one.id === id && one.workspaceId === workspace.id);
    return row ? [row] : [];
  });
  if (accounts.length === 0) return null;
  const period = daysBetween(link, workspace.timezone);
  const heldTo = accounts.map(({ id }) => id);
  const posts = { workspaceId: workspace.id, heldTo, platform: null, accountId: null };
  const [compared, top] = await Promise.all([
    readSideBySide(context, { workspaceId: workspace.id, accounts, period }),
    listTopPosts(sql, { ...posts, from: period.from, to: period.to, order: 'views', limit: MAX_POSTS }),
  ]);
  const names = new Map(
    accounts.map(({ id, platform, displayName, username }) => [
      id,
      { network: adapters[platform]?.name ?? platform, account: displayName || username },
    ]),
  );
  const frame = { workspace: workspace.name, sandbox: workspace.networks === 'simulated' };
  return reportPage(frame, { link, timeZone: workspace.timezone, accounts: compared, posts: top, names });
}
