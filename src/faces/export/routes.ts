/**
 * `GET /export/{secret}`: the archive of a workspace, written while it is sent. It holds no transaction and never more than a page of each
 * list in memory; a client that reads slowly slows the reading of the database, and one that goes away ends it.
 */
import { findHolder } from '../../../store/keys.ts';
import type { Sql } from '../../../store/connect.ts';
import type { Exchange, Header, RawRoute } from '../../api/exchange.ts';
import { hostedHeaders } from '../../api/hosted-pages.ts';
import type { Operation } from '../../api/operation.ts';
import type { Membership, Principal } from '../../api/principal.ts';
import { mayCall } from '../../api/roles.ts';
import { hasScope } from '../../api/scope.ts';
import { type LinkPageDeps, LinkPages } from '../../api/secret-links.ts';
import type { Sealer } from '../../base/seal.ts';
import { archiveOf } from './archive.ts';
import { fileNameOf } from './file-name.ts';
import { EXPORT_PATH, openTicket, type Ticket } from './link.ts';
import { createExport } from './operations.ts';
import { type ExportContext, readerOf } from './reader.ts';
import type { UnderWay } from './under-way.ts';
import { zipOf } from './zip.ts';

interface RouteContext extends ExportContext {
  directory: Sql;
  cell: string;
  sealer: Sealer;
  exportsUnderWay: UnderWay;
}

/** @param deps.operations by which the archive is read */
export function exportRoutes<Context extends RouteContext>(
  deps: LinkPageDeps & { context: Context; operations: readonly Operation<Context>[] },
): RawRoute[] {
  const { context, operations } = deps;
  const pages = new LinkPages(deps, { showsFiles: false });
  const download = async (exchange: Exchange): Promise<void> => {
    if (!pages.admits(exchange)) return;
    const at = context.clock();
    const ticket = openTicket(context.sealer, exchange.params['secret'] ?? '', at);
    const holder = ticket === null ? null : await holderOf(context, ticket);
    if (ticket === null || holder === null) return pages.unknown(exchange);
    const { principal, workspace } = holder;
    const { requestId } = exchange;
    const reader = readerOf({ context, operations, principal, workspace, requestId });
    const end = context.exportsUnderWay.begin(workspace.id);
    try {
      await exchange.stream({
        status: 200,
        headers: headersOf(context.baseUrl, fileNameOf(workspace.slug, at)),
        length: null,
        body: zipOf(archiveOf(reader, { media: ticket.media, at }), new Date(at)),
      });
    } finally {
      end();
    }
  };
  return [{ method: 'GET', path: `${EXPORT_PATH}{secret}`, handle: download }];
}

/** Who made the link, and the workspace; null where the key or session has ended, or may not export it any more. */
async function holderOf(
  { directory, cell, clock }: RouteContext,
  { keyId, workspaceId }: Ticket,
): Promise<{ principal: Principal; workspace: Membership } | null> {
  const principal = (await findHolder(directory, { keyId, cell, now: clock() })) as Principal | undefined;
  const workspace = principal?.workspaces.find(({ id }) => id === workspaceId);
  if (principal === undefined || workspace === undefined || workspace.heldTo !== null) return null;
  if (!mayCall(workspace.role, createExport) || !hasScope(principal, 'manage')) return null;
  return { principal: { ...principal, workspaces: [workspace] }, workspace };
}

function headersOf(baseUrl: string, fileName: string): readonly Header[] {
  const others = hostedHeaders(baseUrl, { referrer: 'no-referrer' }).filter(
    ([name]) => name !== 'content-type',
  );
  return [
    ['content-type', 'application/zip'],
    ['content-disposition', `attachment; filename="${fileName}"`],
    ...others,
  ];
}
