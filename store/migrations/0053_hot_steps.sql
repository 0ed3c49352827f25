-- The index that allows one run at a time of a person named `status` in its condition. So whenever any actor ended, such as a
-- delivery, Postgres put a new entry into each index of the table. The condition is a column now, which changes for runs only.
drop index actors_one_dm_run;
alter table actors add column run_of text;  -- the conversation of a run that has not ended; null: it has, or it is no run
update actors set run_of = parent_id where kind = 'dm_run' and status <> 'done';
create unique index actors_one_dm_run on actors (run_of) where run_of is not null;

-- The same arguments as before, so that programs of the version before write the new column too.
create or replace function turn_2(
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
  p_heard text, p_message_id text, p_message_workspace text, p_message_actor text, p_message_due text, p_message_event text,
  p_parked text,
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
-- and the same plans serve every call: with other plans ruled out, a plan for these very arguments is never a better one
set plan_cache_mode = force_generic_plan
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
        parked_at = case when d.status = 'needs_attention' then coalesce(a.parked_at, moment) end,
        run_of = case when a.kind = 'dm_run' and d.status <> 'done' then a.parent_id end
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
                        shown, shelf, planned_at, reached_at, reason, updated_at, parked_at, run_of)
    select d.id, d.workspace, d.parent, d.kind, d.definition, d.version, d.seq, d.status, d.snapshot::json, d.timers::json,
           d.effects::json, d.shown, d.shelf, to_timestamp(d.planned / 1000), to_timestamp(d.reached / 1000), d.reason, moment,
           case when d.status = 'needs_attention' then moment end,
           case when d.kind = 'dm_run' and d.status <> 'done' then d.parent end
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
    select d.id, coalesce(d.workspace, ''), d.actor, to_timestamp(d.due / 1000), d.event::json
    from unnest(
      string_to_array(p_message_id, e'\x1e', ''), string_to_array(p_message_workspace, e'\x1e', ''),
      string_to_array(p_message_actor, e'\x1e', ''), string_to_array(p_message_due, e'\x1e', '')::float8[],
      string_to_array(p_message_event, e'\x1e', '')
    ) d(id, workspace, actor, due, event);
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
