-- What the debugger looks up. Nothing here is rewritten by a step, so turns stay as cheap as they were.

-- serves the list of a workspace's actors, newest first: ids sort by creation
create index actors_of_workspace on actors (workspace_id, kind, id desc);
-- serves the search for actors that were set aside
create index actors_set_aside on actors (workspace_id, id) where status = 'needs_attention';
-- serves what moved in the last hour, and the retention. Pages come in order of time: a few bytes for each block of them
create index journal_pages_at on journal_pages using brin (at) with (pages_per_range = 16, autosummarize = on);

-- A step that a person caused by hand says who and why.
create or replace view journal as
  select coalesce(s.actor, p.family) as actor_id, s.seq, p.workspace_id, coalesce(s.version, 1) as version, p.at, s.event,
         s.value, s.taken, s.effects, s.timers, s.cancels, s.fault, p.family, p.id as page, s.hand
  from journal_pages p
  cross join json_to_recordset(p.steps) s(
    actor text, seq integer, version integer, event json, value json, taken json, effects json, timers json, cancels json,
    fault text, hand json
  );
