/** Links by which people without an account here read numbers: making, listing and revoking them (docs/numbers.md, Reports). */
import { type Static, Type } from 'typebox';
import {
  countOpenReportLinks,
  insertReportLink,
  listReportLinks,
  lockReportLinks,
  type ReportLinkRow,
  revokeReportLink,
} from '../../../../store/report-links.ts';
import { insistOnListedAccounts } from '../../../api/named-accounts.ts';
import { within } from '../../../api/held.ts';
import { idempotent } from '../../../api/idempotent.ts';
import { workspaceOf } from '../../../api/principal.ts';
import { notFound, Problem } from '../../../api/problem.ts';
import { recordedIn } from '../../../api/recorded.ts';
import {
  choice,
  closed,
  Deleted,
  idParams,
  instant,
  model,
  notBlank,
  nullable,
  resourceId,
  text,
  workspaceField,
  workspaceQuery,
} from '../../../api/schemas.ts';
import { newLinkSecret } from '../../../api/secret-links.ts';
import { DAY_MS } from '../../../base/durations.ts';
import { newId } from '../../../base/ids.ts';
import { hashOf } from '../../../base/secrets.ts';
import { operation } from '../context.ts';
import { day, daysBetween } from '../period.ts';
import { REPORT_PATH, REPORT_PREFIX, statusOf } from './link.ts';

/** Open links of a workspace, and how many are listed with those that have ended. */
const MAX_OPEN = 100;
const MAX_LISTED = 200;
const MAX_ACCOUNTS = 20;
const MAX_DAYS_OPEN = 90;
const USUAL_DAYS_OPEN = 30;

const fields = {
  id: Type.String(),
  status: choice(['open', 'revoked', 'expired'], 'Whether it can be opened.'),
  name: nullable(text('Heading of the report. Null if it has none.')),
  accountIds: Type.Array(Type.String(), { description: 'Whose numbers it shows.' }),
  from: Type.String({ format: 'date', description: 'The first day that it shows.' }),
  to: Type.String({ format: 'date', description: 'The last day that it shows.' }),
  createdAt: instant('When it was made.'),
  expiresAt: instant('Until when it can be opened.'),
};
const ReportLink = model('ReportLink', Type.Object(fields));

const example = {
  id: 'rplink_01JD0000000000000000000001',
  status: 'open',
  name: 'April for Café Luna',
  accountIds: ['acc_01JD0000000000000000000001'],
  from: '2026-04-01',
  to: '2026-04-30',
  createdAt: '2026-05-04T08:00:00.000Z',
  expiresAt: '2026-06-03T08:00:00.000Z',
};

export const listLinks = operation({
  id: 'listReportLinks',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/report-links' },
  tag: 'Numbers',
  summary: 'List the links to reports',
  description:
    'The newest 200, newest first. Their addresses were shown once, when they were made. They are deleted 30 days after their end.',
  query: workspaceQuery,
  result: Type.Object({ reportLinks: Type.Array(ReportLink) }),
  example: { result: { reportLinks: [example] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const rows = await listReportLinks(call.context.sql, { ...within(workspace), limit: MAX_LISTED });
    return { body: { reportLinks: rows.map((row) => publicLink(row, call.now)) } };
  },
});

export const createLink = operation({
  id: 'createReportLink',
  audit: { kind: 'report_link', id: '/result/reportLink/id' },
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/report-links' },
  scope: 'manage',
  tag: 'Numbers',
  summary: 'Make a link to a report',
  description:
    'Everybody who has the link reads the numbers of these accounts and days, without signing in, and nothing else of the workspace. It ends with its days, when it is revoked, and when you lose access to the accounts. The response holds it, and nothing else does.',
  body: Type.Object(
    {
      accountIds: Type.Array(resourceId('account'), {
        minItems: 1,
        maxItems: MAX_ACCOUNTS,
        description: 'Whose numbers it shows.',
      }),
      from: day("The first day, in the workspace's time zone."),
      to: day('The last day, at most 366 days with the first.'),
      name: Type.Optional(notBlank(100, 'Heading of the report.')),
      expiresInDays: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_DAYS_OPEN,
          default: USUAL_DAYS_OPEN,
          description: 'How long it can be opened.',
        }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ reportLink: Type.Object({ ...fields, url: text('The link.') }) }),
  errors: {
    403: 'The workspace has 100 open links',
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: {
      accountIds: example.accountIds,
      from: example.from,
      to: example.to,
      name: example.name,
    },
    result: { reportLink: { ...example, url: 'https://troupe.example.org/report/trn_shown-this-once' } },
  },
  handle: async (call) => {
    const { principal, body, context } = call;
    const { sealer, baseUrl } = context;
    const workspace = workspaceOf(call, body.workspace);
    const { from, to, name = null, expiresInDays = USUAL_DAYS_OPEN } = body;
    daysBetween({ from, to }, workspace.timezone);
    const accountIds = [...new Set(body.accountIds)];
    await insistOnListedAccounts(context.sql, workspace, { accountIds: body.accountIds });
    // the response that is stored for a repeated request has the secret sealed
    const reply = await idempotent(call, async (tx, turn: { now: number }) => {
      await lockReportLinks(tx, workspace.id);
      if ((await countOpenReportLinks(tx, workspace.id, turn.now)) >= MAX_OPEN)
        throw new Problem('report_link_limit', `${MAX_OPEN} links to reports are open: revoke one first`, {
          values: { limit: MAX_OPEN },
        });
      const [id, secret] = [newId('rplink', turn.now), newLinkSecret(REPORT_PREFIX)];
      const days = { from, to, expiresAt: turn.now + expiresInDays * DAY_MS };
      const of = { workspaceId: workspace.id, accountIds, madeBy: principal.userId };
      const made = { ...of, ...days, id, name: name?.trim() ?? null, secretHash: hashOf(secret) };
      const row = await insertReportLink(tx, made, turn.now);
      const sealed = sealer.seal(secret, id).toString('base64');
      return { result: { reportLink: publicLink(row, turn.now), sealed } };
    });
    const { reportLink, sealed } = reply.body;
    const secret = sealer.open(Buffer.from(sealed, 'base64'), reportLink.id) as string;
    return { ...reply, body: { reportLink: { ...reportLink, url: `${baseUrl}${REPORT_PATH}${secret}` } } };
  },
});

export const revokeLink = operation({
  id: 'revokeReportLink',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/report-links/{id}' },
  scope: 'manage',
  tag: 'Numbers',
  summary: 'Revoke a link to a report',
  description: 'The link cannot be opened any more. It stays in the list until 30 days after its end.',
  params: idParams('report_link'),
  query: workspaceQuery,
  result: Deleted,
  errors: { 404: 'The workspace has no such link that could be opened' },
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    await recordedIn(call.context.sql, call, async (tx) => {
      if (!(await revokeReportLink(tx, { id, ...within(workspace) }, call.now)))
        throw notFound('open link', id);
    });
    return { body: { id, deleted: true as const } };
  },
});

const publicLink = (row: ReportLinkRow, now: number): Static<typeof ReportLink> => ({
  id: row.id,
  status: statusOf(row, now),
  name: row.name,
  accountIds: row.accountIds,
  from: row.from,
  to: row.to,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
