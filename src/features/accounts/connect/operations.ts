/** Connect links (docs/contract.md, Accounts): people connect accounts on a hosted page, without a login. */
import { type Static, Type } from 'typebox';
import { platforms } from '../../../../adapters/networks.ts';
import { readAccounts } from '../../../../store/accounts.ts';
import {
  findLink,
  insertLink,
  type LinkRow,
  listAccountsOfLinks,
  listLinkAccountIds,
  listLinks,
  revokeLink as revokeLinkRow,
} from '../../../../store/connect-links.ts';
import { idempotent } from '../../../api/idempotent.ts';
import type { Call } from '../../../api/operation.ts';
import { nextOf, pageFields, pages } from '../../../api/paging.ts';
import { type Membership, workspaceOf } from '../../../api/principal.ts';
import { invalid, notFound } from '../../../api/problem.ts';
import { roleAllows } from '../../../api/roles.ts';
import { hasScope } from '../../../api/scope.ts';
import { closed, idParams, notBlank, workspaceField, workspaceQuery } from '../../../api/schemas.ts';
import { recordedIn } from '../../../api/recorded.ts';
import { newId } from '../../../base/ids.ts';
import { hashOf, newSecret } from '../../../base/secrets.ts';
import { type AccountsContext, operation } from '../context.ts';
import { ConnectLink } from '../schemas.ts';
import { publicAccount } from '../../../kinds/views/account.ts';
import { linkUrl, publicLink, redirectFault } from './link.ts';
import { HOUR_MS } from '../../../base/durations.ts';

const DEFAULT_HOURS = 24;
const MAX_HOURS = 168;

const result = Type.Object({ connectLink: ConnectLink });
type LinkView = Static<typeof ConnectLink>;

const example: LinkView = {
  id: 'link_01JD0000000000000000000001',
  url: 'https://troupe.example.org/connect/kY0v5oQm3xJt8Zr1nB7cW4dLs6uHfPaE2gTiXyVqMwA',
  redirectUrl: 'https://example.org/welcome',
  name: 'Bakery Anna',
  platforms: ['bluesky', 'telegram'],
  status: 'pending',
  expiresAt: '2026-05-05T08:00:00.000Z',
  accounts: [],
};

export const createConnectLink = operation({
  id: 'createConnectLink',
  audit: { kind: 'connect_link', id: '/result/connectLink/id' },
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/connect-links' },
  tool: { name: 'create_connect_link' },
  scope: 'manage',
  tag: 'Accounts',
  summary: 'Create a connect link',
  description:
    'The address of a hosted page on which a person connects accounts to the workspace, without a login. Everybody who has it can do so until it expires, so send it to that person alone. At the end they go to `redirectUrl` with `?connected=<platform,…>`; each account fires the webhook `account.connected`.',
  body: Type.Object(
    {
      redirectUrl: Type.Optional(
        Type.String({
          format: 'uri',
          maxLength: 2048,
          description: 'Where the person goes when they are done: https, or http for localhost.',
        }),
      ),
      name: Type.Optional(
        notBlank(60, 'For whom it is, such as a client: in the list, and on the hosted page.'),
      ),
      platforms: Type.Optional(
        Type.Array(Type.Enum([...platforms], { type: 'string' }), {
          minItems: 1,
          maxItems: platforms.length,
          uniqueItems: true,
          description: 'The networks that are offered; every one when absent.',
        }),
      ),
      expiresInHours: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_HOURS,
          default: DEFAULT_HOURS,
          description: 'How long the link works, up to 7 days.',
        }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result,
  errors: {
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: { redirectUrl: example.redirectUrl!, name: 'Bakery Anna', platforms: ['bluesky', 'telegram'] },
    result: { connectLink: example },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { redirectUrl = null, platforms: chosen = [], expiresInHours = DEFAULT_HOURS } = call.body;
    const name = call.body.name?.trim() ?? null;
    const fault = redirectUrl === null ? null : redirectFault(redirectUrl);
    if (fault !== null) throw invalid('/redirectUrl', fault);
    const { sealer, baseUrl } = call.context;
    // the answer that is kept for a repetition is without the address: that stays sealed
    const reply = await idempotent(call, async (tx) => {
      const id = newId('link', call.now);
      const secret = newSecret();
      const made = {
        id,
        workspaceId: workspace.id,
        secretHash: hashOf(secret),
        secret: sealer.seal(secret, id),
        redirectUrl,
        name,
        platforms: chosen,
        expiresAt: call.now + expiresInHours * HOUR_MS,
      };
      await insertLink(tx, made, call.now);
      const row = { ...made, connectedAt: null, revokedAt: null, expiresAt: new Date(made.expiresAt) };
      const view = publicLink(row as unknown as LinkRow, {
        baseUrl,
        sealer,
        now: call.now,
        mayConnect: false,
      });
      const connectLink: LinkView = { ...view, accounts: [] };
      return { result: { connectLink } };
    });
    const { connectLink } = reply.body;
    const row = await findLink(call.context.sql, { id: connectLink.id, workspaceId: workspace.id });
    if (!row) throw notFound('connect link', connectLink.id);
    const url = linkUrl(baseUrl, sealer.open(row.secret, row.id) as string);
    return { ...reply, body: { connectLink: { ...connectLink, url } } };
  },
});

const page = pages(25);

export const listConnectLinks = operation({
  id: 'listConnectLinks',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/connect-links' },
  tag: 'Accounts',
  summary: 'List connect links',
  description:
    'Newest first; kept for 90 days after their end. `open` gives those alone by which accounts can still be connected.',
  query: Type.Object(
    {
      ...workspaceField,
      open: Type.Optional(Type.Boolean({ description: 'Neither expired nor revoked.' })),
      ...page.fields,
    },
    closed,
  ),
  result: Type.Object({
    connectLinks: Type.Array(ConnectLink),
    ...pageFields,
  }),
  example: { query: { open: true }, result: { connectLinks: [example], next: null } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { open = false } = call.query;
    const range = page.read(call.query);
    const { sql, baseUrl, sealer } = call.context;
    const links = await listLinks(sql, { workspaceId: workspace.id, open, ...range }, call.now);
    const connected = await listAccountsOfLinks(
      sql,
      links.map(({ id }) => id),
    );
    const ids = [...new Set(connected.map(({ accountId }) => accountId))];
    const accounts = new Map((await readAccounts(sql, ids)).map((row) => [row.id, publicAccount(row)]));
    const connectLinks = links.map((link) => ({
      ...publicLink(link, { baseUrl, sealer, now: call.now, mayConnect: mayConnect(call, workspace) }),
      accounts: connected.flatMap(({ linkId, accountId }) =>
        linkId === link.id ? (accounts.get(accountId) ?? []) : [],
      ),
    }));
    return { body: { connectLinks, next: nextOf(links, range) } };
  },
});

export const getConnectLink = operation({
  id: 'getConnectLink',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/connect-links/{id}' },
  tag: 'Accounts',
  summary: 'Read a connect link',
  description: 'Where the link stands, and the accounts that were connected through it.',
  params: idParams('connect_link'),
  query: workspaceQuery,
  result,
  errors: { 404: 'There is no such link in the workspace' },
  example: { params: { id: example.id }, result: { connectLink: example } },
  handle: async (call) => {
    const link = await linkOf(call, call.query.workspace, call.params.id);
    return { body: { connectLink: await linkView(call, link, call.query.workspace) } };
  },
});

export const revokeConnectLink = operation({
  id: 'revokeConnectLink',
  accountLimit: 'refused',
  rest: { method: 'delete', path: '/v1/connect-links/{id}' },
  scope: 'manage',
  tag: 'Accounts',
  summary: 'Revoke a connect link',
  description: 'Nothing can be connected through it any more. Accounts that were connected stay.',
  params: idParams('connect_link'),
  query: workspaceQuery,
  result,
  errors: { 404: 'There is no such link in the workspace' },
  example: {
    params: { id: example.id },
    result: { connectLink: { ...example, status: 'revoked' } },
  },
  handle: async (call) => {
    const { workspace } = call.query;
    const link = await linkOf(call, workspace, call.params.id);
    await recordedIn(call.context.sql, call, (tx) => revokeLinkRow(tx, link.id, call.now));
    return {
      body: { connectLink: await linkView(call, await linkOf(call, workspace, link.id), workspace) },
    };
  },
});

/** @throws Problem when the workspace has no such link */
async function linkOf(call: Call<AccountsContext>, slug: string | undefined, id: string): Promise<LinkRow> {
  const workspace = workspaceOf(call, slug);
  const link = await findLink(call.context.sql, { id, workspaceId: workspace.id });
  if (!link) throw notFound('connect link', id);
  return link;
}

/** Everybody who has the address of a link can connect accounts by it. */
const mayConnect = ({ principal }: Pick<Call, 'principal'>, { role }: Membership): boolean =>
  hasScope(principal, 'manage') && roleAllows(role, 'manage');

async function linkView(
  call: Call<AccountsContext>,
  link: LinkRow,
  slug: string | undefined,
): Promise<LinkView> {
  const { context, now } = call;
  const { sql, baseUrl, sealer } = context;
  const ids = await listLinkAccountIds(sql, link.id);
  const rows = new Map((await readAccounts(sql, ids)).map((row) => [row.id, row]));
  const accounts = ids.flatMap((id) => rows.get(id) ?? []).map(publicAccount);
  const may = mayConnect(call, workspaceOf(call, slug));
  return { ...publicLink(link, { baseUrl, sealer, now, mayConnect: may }), accounts };
}
