-- The timers and the effects of an actor move into its row. Three tables are beside the row: when its first timer is
-- due (`due`), messages from other actors (`messages`), and the effects that a node requested in one commit (`claims`).
-- The columns that lists read move into the row too, so that a step writes one row instead of three.

alter table actors
  add column rev integer not null default 0,  -- how often the row was written; the optimistic lock of a turn
  add column timers json,                     -- [{id, dueAt, event?}], epoch ms; event is absent if its type is the id
  add column effects json,                    -- [{id, type, params, tries, node, at, startedAt?}], epoch ms
  add column parked_at timestamptz,           -- since when it has needed a person; null: it is not parked
  -- what lists read, if the kind shows anything in lists
  add column shown text,                      -- the current status; in no index, so that most steps change no index
  add column shelf text,                      -- the status in which it rests
  add column planned_at timestamptz,
  add column reached_at timestamptz,
  add column reason text;

update actors a set timers = m.timers
from (
  select actor_id, json_agg(
    jsonb_build_object('id', timer, 'dueAt', case when due_at < 'infinity' then (extract(epoch from due_at) * 1000)::bigint else 0 end)
      || case when event::jsonb = jsonb_build_object('type', timer) then '{}' else jsonb_build_object('event', event) end
    order by due_at, id) as timers
  from mailbox where timer is not null group by actor_id
) m where m.actor_id = a.id;

update actors a set effects = e.effects
from (
  select actor_id, json_agg(
    jsonb_build_object('id', id::text, 'type', type, 'params', params, 'tries', tries, 'node', node_id,
                       'at', (extract(epoch from created_at) * 1000)::bigint)
      || case when started_at is null then '{}'
         else jsonb_build_object('startedAt', (extract(epoch from started_at) * 1000)::bigint) end
    order by id) as effects
  from effects group by actor_id
) e where e.actor_id = a.id;

update actors set parked_at = updated_at where status = 'needs_attention';

update actors a set shown = s.status, shelf = nullif(s.status, 'removed'), planned_at = s.scheduled_at,
                    reached_at = s.published_at, reason = s.error
from post_states s where s.post_id = a.id;

update actors a set shown = s.status, shelf = s.status, planned_at = s.expires_at, reason = s.reason
from account_states s where s.account_id = a.id;

-- leaves room for the two or three updates of a post's row, so that these updates change no index
alter table actors set (fillfactor = 45);

drop index actors_set_aside;
-- serves the lists by status; a post that was scheduled keeps that shelf while it is published, until it has ended
create index actors_on_shelf on actors (workspace_id, kind, shelf, id desc) where shelf is not null;
create index actors_scheduled on actors (workspace_id, planned_at) where shelf = 'scheduled';
-- serves the search for accounts whose app is missing, and the retention of disconnected accounts
create index actors_of_accounts on actors (shelf, id) where kind = 'account' and shelf in ('needs_app', 'disconnected');
-- serves the search for actors that need a person
create index actors_parked on actors (workspace_id, id) where parked_at is not null;

-- When an actor's first timer is due. Actors without a timer, and parked ones, have no row.
create table due (
  actor_id text primary key,
  workspace_id text not null,
  due_at timestamptz not null,
  timer text not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- serves the search for due timers
create index due_at on due (due_at, actor_id);
-- serves the search for deliveries that wait for an account
create index due_waiting_accounts on due (workspace_id, actor_id) where timer in (
  'xstate.after.patience.delivery.waiting_account', 'xstate.after.patience.delivery.verifying.waiting_account');
insert into due (actor_id, workspace_id, due_at, timer)
  select distinct on (m.actor_id) m.actor_id, m.workspace_id, m.due_at, m.timer
  from mailbox m join actors a on a.id = m.actor_id and a.status = 'active'
  where m.timer is not null and m.due_at < 'infinity' order by m.actor_id, m.due_at, m.id;

-- Messages from actors to actors that another turn had locked. Most messages are taken in the turn that sends them, and
-- are never stored here.
create table messages (
  id text primary key,           -- sorts by creation
  workspace_id text not null,
  actor_id text not null,
  due_at timestamptz not null,   -- infinity: its actor is parked
  event json not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index messages_due on messages (due_at, id);
create index messages_of_actor on messages (actor_id, id);
insert into messages (id, workspace_id, actor_id, due_at, event)
  select 'msg_' || lpad(id::text, 26, '0'), workspace_id, actor_id, due_at, event from mailbox where timer is null;

-- Which actors have effects that a node requested in one commit. The effects themselves are in the rows of the actors. A
-- row is deleted when all of its effects have ended, and another node takes it over when its node dies.
create table claims (
  id text primary key,
  node_id text not null,
  at timestamptz not null,
  actors text[] not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index claims_of_node on claims (node_id);
insert into claims (id, node_id, at, actors)
  select 'claim_' || md5(node_id), node_id, min(created_at), array_agg(distinct actor_id) from effects group by node_id;

drop table mailbox;
drop table effects;
drop table post_states;
drop table account_states;

-- Pending timers and messages, and pending effects, with one row each: for people and for programs that only read.
create view mailbox as
  select t.id, a.workspace_id, a.id as actor_id, t.id as timer, coalesce(t.event, json_build_object('type', t.id)) as event,
         case when a.parked_at is null then to_timestamp(t."dueAt" / 1000) else 'infinity'::timestamptz end as due_at
  from actors a cross join lateral json_to_recordset(a.timers) t(id text, "dueAt" float8, event json)
  where a.timers is not null
  union all
  select id, workspace_id, actor_id, null, event, due_at from messages;
create view effects as
  select e.id, a.workspace_id, a.id as actor_id, e.type, e.params, e.node as node_id, e.tries,
         to_timestamp(e."startedAt" / 1000) as started_at, to_timestamp(e.at / 1000) as created_at
  from actors a cross join lateral json_to_recordset(a.effects)
    e(id text, type text, params json, tries int, node text, at float8, "startedAt" float8)
  where a.effects is not null;
create view post_states as
  select id as post_id, workspace_id, shown as status, planned_at as scheduled_at, reached_at as published_at, reason as error, updated_at
  from actors where kind = 'post';
create view account_states as
  select id as account_id, workspace_id, shown as status, reason, planned_at as expires_at, updated_at
  from actors where kind = 'account';

-- A node of an older version that still runs must stop. The error says why.
create function refuse_older_program() returns trigger language plpgsql as $$
begin
  raise exception 'this database belongs to a newer version of Troupe: stop this node and start the new version';
end $$;
create trigger mailbox_refuses instead of insert or update or delete on mailbox
  for each row execute function refuse_older_program();
create trigger effects_refuses instead of insert or update or delete on effects
  for each row execute function refuse_older_program();
create trigger post_states_refuses instead of insert or update or delete on post_states
  for each row execute function refuse_older_program();
create trigger account_states_refuses instead of insert or update or delete on account_states
  for each row execute function refuse_older_program();

-- The program writes the journal and the feed as text, and only the program reads them: Postgres neither parses nor
-- compresses them.
drop view journal;
alter table journal_pages alter column steps type text;
alter table journal_pages alter column steps set storage external;
alter table feed alter column events type text;
alter table feed alter column events set storage external;
create view journal as
  select coalesce(s.actor, p.family) as actor_id, s.seq, p.workspace_id, coalesce(s.version, 1) as version, p.at, s.event,
         s.value, s.taken, s.effects, s.timers, s.cancels, s.fault, p.family, p.id as page, s.hand
  from journal_pages p
  cross join lateral json_to_recordset(p.steps::json) s(
    actor text, seq integer, version integer, event json, value json, taken json, effects json, timers json, cancels json,
    fault text, hand json
  );

-- Writes a turn in one statement: all of it or nothing is committed. Each argument except the first is a column of a
-- batch: texts joined by the character U+001E, which JSON never contains; an empty text is null. A part that is
-- empty is skipped. A new version of the program that changes the arguments creates a function with a higher number, so
-- that programs of two versions can run side by side.
create function turn_1(
  p_now float8,
  -- rows that a step changed, each with the `rev` with which it was read; p_listed: whether to write the columns for
  -- lists
  p_id text, p_rev text, p_version text, p_seq text, p_status text, p_snapshot text, p_timers text, p_effects text,
  p_listed text, p_shown text, p_shelf text, p_planned text, p_reached text, p_reason text,
  -- rows of actors that were started
  p_new_id text, p_new_workspace text, p_new_parent text, p_new_kind text, p_new_definition text, p_new_version text,
  p_new_seq text, p_new_status text, p_new_snapshot text, p_new_timers text, p_new_effects text,
  p_new_shown text, p_new_shelf text, p_new_planned text, p_new_reached text, p_new_reason text,
  -- first timers that changed, and actors that have no timer any more
  p_due_actor text, p_due_workspace text, p_due_at text, p_due_timer text, p_idle text,
  -- messages that were processed, messages that must wait, and actors whose messages are parked
  p_heard text, p_message_id text, p_message_workspace text, p_message_actor text, p_message_event text, p_parked text,
  -- a page of the journal for each family
  p_family text, p_family_workspace text, p_steps text,
  -- HTTP exchanges with networks, as JSON: [{actorId, effectId, workspaceId, type, tries, seq, recorded}]
  p_attempts text,
  -- the claim of the requested effects, the node that writes, the actors of the claim, and claims that have ended
  p_claim text, p_node text, p_claimed text, p_released text,
  -- events of the live feed, by workspace
  p_feed_workspace text, p_feed_count text, p_feed_events text
) returns table (workspace_id text, last_seq text) language plpgsql
-- rows are written in the order of the arguments, which is that of their ids: turns that write the same rows wait for one
-- another and cannot deadlock. Other plans would read actors in the order of their pages.
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  moment timestamptz := to_timestamp(p_now / 1000);
  expected int;
  found_rows int;
  batch record;
  seq_now bigint;
begin
  -- first: a node that takes over locks claims before actors
  if p_released <> '' then
    delete from claims where id = any(string_to_array(p_released, e'\x1e')) and node_id = p_node;
  end if;

  if p_id <> '' then
    update actors a
    set rev = a.rev + 1, version = d.version, seq = d.seq, status = d.status, snapshot = d.snapshot::json, timers = d.timers::json,
        effects = d.effects::json, updated_at = moment,
        shown = case when d.listed then d.shown else a.shown end,
        shelf = case when d.listed then d.shelf else a.shelf end,
        planned_at = case when d.listed then to_timestamp(d.planned / 1000) else a.planned_at end,
        reached_at = case when d.listed then to_timestamp(d.reached / 1000) else a.reached_at end,
        reason = case when d.listed then d.reason else a.reason end,
        parked_at = case when d.status = 'needs_attention' then coalesce(a.parked_at, moment) end
    from unnest(
      string_to_array(p_id, e'\x1e', ''), string_to_array(p_rev, e'\x1e', '')::int[], string_to_array(p_version, e'\x1e', '')::int[],
      string_to_array(p_seq, e'\x1e', '')::int[], string_to_array(p_status, e'\x1e', ''), string_to_array(p_snapshot, e'\x1e', ''),
      string_to_array(p_timers, e'\x1e', ''), string_to_array(p_effects, e'\x1e', ''),
      string_to_array(p_listed, e'\x1e', '')::boolean[], string_to_array(p_shown, e'\x1e', ''),
      string_to_array(p_shelf, e'\x1e', ''), string_to_array(p_planned, e'\x1e', '')::float8[],
      string_to_array(p_reached, e'\x1e', '')::float8[], string_to_array(p_reason, e'\x1e', '')
    ) d(id, rev, version, seq, status, snapshot, timers, effects, listed, shown, shelf, planned, reached, reason)
    where a.id = d.id and a.rev = d.rev;
    get diagnostics found_rows = row_count;
    expected := cardinality(string_to_array(p_id, e'\x1e', ''));
    if found_rows <> expected then
      raise exception '% of % actors were stepped by somebody else', expected - found_rows, expected
        using errcode = 'serialization_failure';
    end if;
  end if;

  if p_new_id <> '' then
    insert into actors (id, workspace_id, parent_id, kind, definition_id, version, seq, status, snapshot, timers, effects,
                        shown, shelf, planned_at, reached_at, reason, updated_at, parked_at)
    select d.id, d.workspace, d.parent, d.kind, d.definition, d.version, d.seq, d.status, d.snapshot::json, d.timers::json,
           d.effects::json, d.shown, d.shelf, to_timestamp(d.planned / 1000), to_timestamp(d.reached / 1000), d.reason, moment,
           case when d.status = 'needs_attention' then moment end
    from unnest(
      string_to_array(p_new_id, e'\x1e', ''), string_to_array(p_new_workspace, e'\x1e', ''), string_to_array(p_new_parent, e'\x1e', ''),
      string_to_array(p_new_kind, e'\x1e', ''), string_to_array(p_new_definition, e'\x1e', ''),
      string_to_array(p_new_version, e'\x1e', '')::int[], string_to_array(p_new_seq, e'\x1e', '')::int[],
      string_to_array(p_new_status, e'\x1e', ''), string_to_array(p_new_snapshot, e'\x1e', ''),
      string_to_array(p_new_timers, e'\x1e', ''), string_to_array(p_new_effects, e'\x1e', ''), string_to_array(p_new_shown, e'\x1e', ''),
      string_to_array(p_new_shelf, e'\x1e', ''), string_to_array(p_new_planned, e'\x1e', '')::float8[],
      string_to_array(p_new_reached, e'\x1e', '')::float8[], string_to_array(p_new_reason, e'\x1e', '')
    ) d(id, workspace, parent, kind, definition, version, seq, status, snapshot, timers, effects, shown, shelf, planned, reached, reason);
  end if;

  if p_due_actor <> '' then
    insert into due (actor_id, workspace_id, due_at, timer)
    select d.actor, d.workspace, to_timestamp(d.at / 1000), d.timer
    from unnest(
      string_to_array(p_due_actor, e'\x1e', ''), string_to_array(p_due_workspace, e'\x1e', ''),
      string_to_array(p_due_at, e'\x1e', '')::float8[], string_to_array(p_due_timer, e'\x1e', '')
    ) d(actor, workspace, at, timer)
    on conflict (actor_id) do update set due_at = excluded.due_at, timer = excluded.timer;
  end if;
  if p_idle <> '' then
    delete from due where actor_id = any(string_to_array(p_idle, e'\x1e'));
  end if;

  if p_heard <> '' then
    delete from messages where id = any(string_to_array(p_heard, e'\x1e'));
  end if;
  if p_message_id <> '' then
    insert into messages (id, workspace_id, actor_id, due_at, event)
    select d.id, coalesce(d.workspace, ''), d.actor, moment, d.event::json
    from unnest(
      string_to_array(p_message_id, e'\x1e', ''), string_to_array(p_message_workspace, e'\x1e', ''),
      string_to_array(p_message_actor, e'\x1e', ''), string_to_array(p_message_event, e'\x1e', '')
    ) d(id, workspace, actor, event);
  end if;
  if p_parked <> '' then
    update messages set due_at = 'infinity' where actor_id = any(string_to_array(p_parked, e'\x1e'));
  end if;

  if p_family <> '' then
    insert into journal_pages (family, workspace_id, at, steps)
    select d.family, d.workspace, moment, d.steps
    from unnest(
      string_to_array(p_family, e'\x1e'), string_to_array(p_family_workspace, e'\x1e'), string_to_array(p_steps, e'\x1e')
    ) d(family, workspace, steps);
  end if;

  if p_attempts <> '' then
    insert into exchanges (actor_id, effect_id, workspace_id, type, tries, seq, at, recorded)
    select d."actorId", d."effectId", d."workspaceId", d.type, d.tries, d.seq, moment, d.recorded
    from json_to_recordset(p_attempts::json) d(
      "actorId" text, "effectId" bigint, "workspaceId" text, type text, tries int, seq int, recorded json
    )
    on conflict (actor_id, effect_id) do nothing;
  end if;

  if p_claimed <> '' then
    insert into claims (id, node_id, at, actors) values (p_claim, p_node, moment, string_to_array(p_claimed, e'\x1e'));
  end if;

  -- last, since it locks the counters of the workspaces until the commit: in order, so that two turns cannot deadlock
  for batch in
    select d.workspace, d.count, d.events
    from unnest(
      string_to_array(p_feed_workspace, e'\x1e', ''), string_to_array(p_feed_count, e'\x1e', '')::int[],
      string_to_array(p_feed_events, e'\x1e', '')
    ) d(workspace, count, events)
    where d.workspace is not null order by d.workspace
  loop
    update feed_heads h set seq = h.seq + batch.count where h.workspace_id = batch.workspace returning h.seq into seq_now;
    if found then
      insert into feed (workspace_id, last_seq, count, at, events) values (batch.workspace, seq_now, batch.count, moment, batch.events);
      workspace_id := batch.workspace;
      last_seq := seq_now::text;
      return next;
    end if;
  end loop;
end $$;
