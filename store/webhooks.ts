/** Webhook endpoints, the events that are being sent to them, and the log of all tries. */
import type { Db } from './connect.ts';

export interface EndpointRow {
  id: string;
  workspaceId: string;
  url: string;
  events: string[];
  retries: boolean;
  active: boolean;
  createdAt: Date;
}

const endpointColumns = (db: Db) =>
  db`id, workspace_id as "workspaceId", url, events, retries, active, created_at as "createdAt"`;

/** The active endpoints of these workspaces, with the plans that decide whether they receive events. */
export async function endpointsFor(db: Db, workspaceIds: string[]) {
  return db<
    {
      id: string;
      workspaceId: string;
      events: string[];
      retries: boolean;
      plan: string;
      /** Epoch ms. */
      trialEndsAt: number | null;
    }[]
  >`
    select e.id, e.workspace_id as "workspaceId", e.events, e.retries, w.plan,
      (extract(epoch from w.trial_ends_at) * 1000)::float8 as "trialEndsAt"
    from webhook_endpoints e join workspaces w on w.id = e.workspace_id
    where e.workspace_id = any(${workspaceIds}::text[]) and e.active
    order by e.created_at, e.id`;
}

export async function listEndpoints(db: Db, workspaceId: string) {
  return db<EndpointRow[]>`
    select ${endpointColumns(db)} from webhook_endpoints where workspace_id = ${workspaceId}
    order by created_at desc, id desc`;
}

export async function countEndpoints(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from webhook_endpoints where workspace_id = ${workspaceId}`;
  return row!.count;
}

export async function findEndpoint(db: Db, find: { id: string; workspaceIds: string[] }) {
  const [row] = await db<EndpointRow[]>`
    select ${endpointColumns(db)} from webhook_endpoints
    where id = ${find.id} and workspace_id = any(${find.workspaceIds}::text[])`;
  return row;
}

export async function insertEndpoint(
  db: Db,
  endpoint: {
    id: string;
    workspaceId: string;
    url: string;
    events: string[];
    secret: Uint8Array;
    retries: boolean;
    active: boolean;
  },
  now: number,
) {
  return db`
    insert into webhook_endpoints (id, workspace_id, url, events, secret, retries, active, created_at)
    values (${endpoint.id}, ${endpoint.workspaceId}, ${endpoint.url}, ${endpoint.events}::text[], ${endpoint.secret},
            ${endpoint.retries}, ${endpoint.active}, to_timestamp(${now}::float8 / 1000))`;
}

export async function updateEndpoint(
  db: Db,
  endpoint: { id: string; url: string; events: string[]; retries: boolean; active: boolean },
) {
  return db`
    update webhook_endpoints set url = ${endpoint.url}, events = ${endpoint.events}::text[],
      retries = ${endpoint.retries}, active = ${endpoint.active}
    where id = ${endpoint.id}`;
}

/** The sealed signing secret of an endpoint; undefined when it was deleted. */
export async function readEndpointSecret(db: Db, id: string): Promise<Uint8Array | undefined> {
  const [row] = await db<{ secret: Uint8Array }[]>`select secret from webhook_endpoints where id = ${id}`;
  return row?.secret;
}

/** @returns false when there was no such endpoint */
export async function deleteEndpoint(db: Db, find: { id: string; workspaceIds: string[] }): Promise<boolean> {
  const result = await db`
    delete from webhook_endpoints where id = ${find.id} and workspace_id = any(${find.workspaceIds}::text[])`;
  return result.count === 1;
}

export async function insertWebhookSends(
  db: Db,
  sends: {
    id: string;
    workspaceId: string;
    endpointId: string;
    eventId: string;
    event: string;
    body: string;
  }[],
  now: number,
) {
  return db`
    insert into webhook_sends (id, workspace_id, endpoint_id, event_id, event, body, created_at)
    select d.id, d.workspace_id, d.endpoint_id, d.event_id, d.event, d.body, to_timestamp(${now}::float8 / 1000)
    from unnest(
      ${sends.map((send) => send.id)}::text[], ${sends.map((send) => send.workspaceId)}::text[],
      ${sends.map((send) => send.endpointId)}::text[], ${sends.map((send) => send.eventId)}::text[],
      ${sends.map((send) => send.event)}::text[], ${sends.map((send) => send.body)}::text[]
    ) d(id, workspace_id, endpoint_id, event_id, event, body)`;
}

/** What a try of a send needs; undefined when the endpoint was deleted, and with it the send. */
export async function readWebhookSend(db: Db, sendId: string) {
  const [row] = await db<
    { url: string; secret: Uint8Array; active: boolean; eventId: string; event: string; body: string }[]
  >`
    select e.url, e.secret, e.active, s.event_id as "eventId", s.event, s.body
    from webhook_sends s join webhook_endpoints e on e.id = s.endpoint_id where s.id = ${sendId}`;
  return row;
}

/**
 * Records that a try is about to be sent, so that it is never sent twice.
 * @returns false when this try was recorded before: the service stopped in the middle of it
 */
export async function beginWebhookTry(db: Db, attempt: { sendId: string; attempt: number; now: number }) {
  const result = await db`
    insert into webhook_tries (send_id, attempt, started_at)
    values (${attempt.sendId}, ${attempt.attempt}, to_timestamp(${attempt.now}::float8 / 1000))
    on conflict do nothing`;
  return result.count === 1;
}

export async function endWebhookTry(
  db: Db,
  ended: { sendId: string; attempt: number; now: number; statusCode: number | null; error: string | null },
) {
  return db`
    update webhook_tries set finished_at = to_timestamp(${ended.now}::float8 / 1000),
      status_code = ${ended.statusCode}, error = ${ended.error}
    where send_id = ${ended.sendId} and attempt = ${ended.attempt}`;
}

/** One try of a send; undefined when there is none. `finishedAt` is null while the call is in progress. */
export async function readWebhookTry(db: Db, find: { sendId: string; attempt: number }) {
  const [row] = await db<
    {
      attempt: number;
      startedAt: Date;
      finishedAt: Date | null;
      statusCode: number | null;
      error: string | null;
    }[]
  >`
    select attempt, started_at as "startedAt", finished_at as "finishedAt", status_code as "statusCode", error
    from webhook_tries where send_id = ${find.sendId} and attempt = ${find.attempt}`;
  return row;
}

interface WebhookTryView {
  id: string;
  eventId: string;
  event: string;
  createdAt: Date;
  status: string;
  tries: {
    attempt: number;
    startedAt: string;
    finishedAt: string | null;
    statusCode: number | null;
    error: string | null;
  }[];
}

/**
 * The delivery log of an endpoint, newest first. The status is that of the send's machine.
 * @param list.before only sends with a smaller id; null starts with the newest
 */
export async function listWebhookSends(
  db: Db,
  list: { endpointId: string; before: string | null; limit: number },
) {
  return db<WebhookTryView[]>`
    select s.id, s.event_id as "eventId", s.event, s.created_at as "createdAt",
      coalesce(a.snapshot ->> 'value', (
        -- a test send has no actor: its status follows from its only try
        select case when t.finished_at is null then 'sending' when t.error is null then 'delivered' else 'failed' end
        from webhook_tries t where t.send_id = s.id order by t.attempt desc limit 1), 'failed') as status,
      coalesce((
        select json_agg(json_build_object('attempt', t.attempt,
          'startedAt', to_char(t.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'finishedAt', to_char(t.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'statusCode', t.status_code, 'error', t.error) order by t.attempt)
        from webhook_tries t where t.send_id = s.id), '[]'::json) as tries
    from webhook_sends s left join actors a on a.id = s.id
    where s.endpoint_id = ${list.endpointId} and (${list.before}::text is null
      or (s.created_at, s.id) < (select b.created_at, b.id from webhook_sends b where b.id = ${list.before}::text))
    order by s.created_at desc, s.id desc limit ${list.limit}`;
}

/** How many sends the log of an endpoint contains. Counting stops at `most`. */
export async function countWebhookSends(
  db: Db,
  count: { endpointId: string; most: number },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from webhook_sends where endpoint_id = ${count.endpointId} limit ${count.most}
    ) counted`;
  return row!.count;
}
