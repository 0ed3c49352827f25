-- Made by `npm run schema` from store/migrations. Do not edit.

create schema troupe_directory;
set local search_path = troupe_directory;

create table answered_comments (
  platform text not null,
  remote_id text not null,
  comment_id text not null,
  holder text not null,
  claimed_at timestamp with time zone default now() not null,
  constraint answered_comments_pkey PRIMARY KEY (platform, remote_id, comment_id)
);
CREATE INDEX answered_comments_by_account ON answered_comments USING btree (platform, remote_id, claimed_at);
CREATE INDEX answered_comments_by_time ON answered_comments USING btree (claimed_at);

create table api_keys (
  id text not null,
  user_id text not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  confirm text default 'none'::text not null,
  scopes text[],
  workspace_ids text[],
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_confirm_check CHECK (confirm = ANY (ARRAY['none'::text, 'call'::text, 'person'::text])),
  constraint api_keys_scopes CHECK (scopes <> '{}'::text[] AND scopes <@ ARRAY['read'::text, 'draft'::text, 'publish'::text, 'answer'::text, 'manage'::text]),
  constraint api_keys_workspaces CHECK (workspace_ids <> '{}'::text[])
);

create table audit_entries (
  workspace_id text not null,
  id text not null,
  at timestamp with time zone not null,
  user_id text not null,
  user_name text not null,
  key_id text not null,
  key_name text,
  tool text,
  operation text not null,
  object_kind text not null,
  object_id text,
  fields text[] not null,
  address text,
  request_id text not null,
  constraint audit_entries_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_entries_addresses ON audit_entries USING btree (at) WHERE (address IS NOT NULL);
CREATE INDEX audit_entries_age ON audit_entries USING brin (at);
CREATE INDEX audit_entries_of_object ON audit_entries USING btree (object_id, id);

create table cells (
  name text not null,
  created_at timestamp with time zone not null,
  constraint cells_pkey PRIMARY KEY (name)
);

create table code_cursors (
  platform text not null,
  client_id text not null,
  "position" text,
  leased_by text,
  leased_until timestamp with time zone,
  constraint code_cursors_pkey PRIMARY KEY (platform, client_id)
);

create table connect_apps (
  key bytea not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  constraint connect_apps_pkey PRIMARY KEY (key)
);

create table former_slugs (
  slug text not null,
  workspace_id text not null,
  created_at timestamp with time zone not null,
  constraint former_slugs_pkey PRIMARY KEY (slug),
  constraint former_slugs_form CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)
);
CREATE INDEX former_slugs_of_workspace ON former_slugs USING btree (workspace_id);

create table grant_codes (
  hash bytea not null,
  grant_id text not null,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint grant_codes_pkey PRIMARY KEY (hash)
);
CREATE INDEX grant_codes_age ON grant_codes USING btree (expires_at);
CREATE INDEX grant_codes_of_grant ON grant_codes USING btree (grant_id);

create table grant_tokens (
  hash bytea not null,
  grant_id text not null,
  kind text not null,
  scopes text[] not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  made_from bytea,
  constraint grant_tokens_pkey PRIMARY KEY (hash),
  constraint grant_tokens_kind_check CHECK (kind = ANY (ARRAY['access'::text, 'refresh'::text]))
);
CREATE INDEX grant_tokens_age ON grant_tokens USING btree (expires_at);
CREATE INDEX grant_tokens_made_from ON grant_tokens USING btree (made_from) WHERE (made_from IS NOT NULL);
CREATE INDEX grant_tokens_of_grant ON grant_tokens USING btree (grant_id);

create table grants (
  id text not null,
  user_id text not null,
  client_id text not null,
  scopes text[] not null,
  workspace_ids text[],
  confirm text default 'none'::text not null,
  resource text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint grants_pkey PRIMARY KEY (id),
  constraint grants_confirm_check CHECK (confirm = ANY (ARRAY['none'::text, 'call'::text, 'person'::text]))
);
CREATE INDEX grants_of_client ON grants USING btree (client_id);
CREATE INDEX grants_of_user ON grants USING btree (user_id);

create table idempotency_keys (
  user_id text not null,
  key text not null,
  request_hash bytea not null,
  response json not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING btree (created_at);

create table installation (
  name text not null,
  value bytea not null,
  constraint installation_pkey PRIMARY KEY (name)
);

create table installation_entries (
  id text not null,
  at timestamp with time zone not null,
  user_id text not null,
  user_name text not null,
  key_id text not null,
  operation text not null,
  object_kind text not null,
  object_id text,
  fields text[] not null,
  address text,
  request_id text not null,
  constraint installation_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX installation_entries_addresses ON installation_entries USING btree (at) WHERE (address IS NOT NULL);
CREATE INDEX installation_entries_age ON installation_entries USING brin (at);

create table invitations (
  id text not null,
  workspace_id text not null,
  role text not null,
  email text,
  hash bytea not null,
  invited_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  accepted_at timestamp with time zone,
  accepted_by text,
  account_ids text[],
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_hash_key UNIQUE (hash),
  constraint invitations_accepted CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  constraint invitations_accounts CHECK (account_ids IS NULL OR cardinality(account_ids) > 0 AND role <> 'owner'::text),
  constraint invitations_role CHECK (role = ANY (ARRAY['owner'::text, 'editor'::text, 'approver'::text, 'viewer'::text]))
);
CREATE INDEX invitations_age ON invitations USING btree (expires_at);
CREATE INDEX invitations_of_workspace ON invitations USING btree (workspace_id, created_at, id);

create table members (
  workspace_id text not null,
  user_id text not null,
  created_at timestamp with time zone not null,
  role text default 'owner'::text not null,
  account_ids text[],
  notification_mails boolean default true not null,
  notification_digest boolean default false not null,
  notification_pushes boolean default true not null,
  notification_push_texts boolean default false not null,
  constraint members_pkey PRIMARY KEY (workspace_id, user_id),
  constraint members_accounts CHECK (account_ids IS NULL OR cardinality(account_ids) > 0 AND role <> 'owner'::text),
  constraint members_role CHECK (role = ANY (ARRAY['owner'::text, 'editor'::text, 'approver'::text, 'viewer'::text]))
);
CREATE INDEX members_of_user ON members USING btree (user_id, created_at, workspace_id);

create table oauth_clients (
  id text not null,
  name text not null,
  uri text,
  redirect_uris text[] not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  asked_at timestamp with time zone not null,
  constraint oauth_clients_pkey PRIMARY KEY (id)
);
CREATE INDEX oauth_clients_age ON oauth_clients USING btree (asked_at);

create table oauth_requests (
  hash bytea not null,
  client_id text not null,
  redirect_uri text not null,
  state text,
  challenge text not null,
  scopes text[] not null,
  resource text not null,
  expires_at timestamp with time zone not null,
  constraint oauth_requests_pkey PRIMARY KEY (hash)
);
CREATE INDEX oauth_requests_age ON oauth_requests USING btree (expires_at);
CREATE INDEX oauth_requests_of_client ON oauth_requests USING btree (client_id);

create table operators (
  user_id text not null,
  created_at timestamp with time zone not null,
  added_by text,
  constraint operators_pkey PRIMARY KEY (user_id)
);
CREATE INDEX operators_added_by ON operators USING btree (added_by);

create table password_resets (
  hash bytea not null,
  user_id text not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (hash)
);
CREATE INDEX password_resets_by_age ON password_resets USING btree (expires_at);
CREATE INDEX password_resets_of_user ON password_resets USING btree (user_id);

create table posted_codes (
  platform text not null,
  code_hash bytea not null,
  place text not null,
  seen_at timestamp with time zone not null,
  constraint posted_codes_pkey PRIMARY KEY (platform, code_hash)
);
CREATE INDEX posted_codes_age ON posted_codes USING btree (seen_at);

create table push_subscriptions (
  id text not null,
  user_id text not null,
  session_id text not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id)
);
CREATE INDEX push_subscriptions_of_session ON push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions USING btree (user_id);

create table recovery_codes (
  user_id text not null,
  hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, hash)
);

create table schema_migrations (
  number integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table second_factors (
  user_id text not null,
  secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint second_factors_pkey PRIMARY KEY (user_id)
);

create table sessions (
  id text not null,
  user_id text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  device text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_hash_key UNIQUE (hash)
);
CREATE INDEX sessions_age ON sessions USING btree (expires_at);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id);

create table users (
  id text not null,
  email text,
  name text not null,
  created_at timestamp with time zone not null,
  password text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email)
);
CREATE INDEX users_by_email ON users USING btree (lower(email)) WHERE (email IS NOT NULL);

create table workspaces (
  id text not null,
  slug text not null,
  name text not null,
  timezone text not null,
  plan text not null,
  cell text not null,
  created_at timestamp with time zone not null,
  trial_ends_at timestamp with time zone,
  approval boolean default false not null,
  networks text,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_slug_key UNIQUE (slug),
  constraint workspaces_networks_check CHECK (networks = ANY (ARRAY['real'::text, 'simulated'::text, 'both'::text])),
  constraint workspaces_plan_known CHECK (plan = ANY (ARRAY['none'::text, 'trial'::text, 'starter'::text, 'developer'::text, 'pro'::text, 'agency'::text])),
  constraint workspaces_slug_form CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text),
  constraint workspaces_trial_end_of_trial CHECK (trial_ends_at IS NULL OR plan = 'trial'::text)
);

alter table api_keys add constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table audit_entries add constraint audit_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table former_slugs add constraint former_slugs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table grant_codes add constraint grant_codes_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE CASCADE;
alter table grant_tokens add constraint grant_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES grants(id) ON DELETE CASCADE;
alter table grants add constraint grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(id);
alter table grants add constraint grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table invitations add constraint invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id) ON DELETE CASCADE;
alter table invitations add constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE;
alter table invitations add constraint invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table members add constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table members add constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table oauth_requests add constraint oauth_requests_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(id) ON DELETE CASCADE;
alter table operators add constraint operators_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id) ON DELETE SET NULL;
alter table operators add constraint operators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table password_resets add constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table push_subscriptions add constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table push_subscriptions add constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table second_factors add constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table workspaces add constraint workspaces_cell_fkey FOREIGN KEY (cell) REFERENCES cells(name);


create schema troupe_cell_1;
set local search_path = troupe_cell_1;

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION count_edit(of_schema name, of_workspace text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('update %I.feed_heads set edits = edits + 1 where workspace_id = $1', of_schema) using of_workspace;
end $function$;

CREATE OR REPLACE FUNCTION count_edit_of_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_edit(tg_table_schema, new.workspace_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_edit_of_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_edit(tg_table_schema, new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_edits_of_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed text[];
  one text;
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct workspace_id order by workspace_id) into changed from rows_after
    where post_id is not null and coalesce(views, likes, comments, shares) is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct workspace_id order by workspace_id) into changed from rows_before
    where post_id is not null and coalesce(views, likes, comments, shares) is not null;
  else
    select array_agg(distinct a.workspace_id order by a.workspace_id) into changed
    from rows_after a join rows_before b on b.workspace_id = a.workspace_id and b.post_key = a.post_key
    where coalesce(a.post_id, b.post_id) is not null
      and (a.post_id, a.views, a.likes, a.comments, a.shares) is distinct from (b.post_id, b.views, b.likes, b.comments, b.shares);
  end if;
  foreach one in array coalesce(changed, '{}') loop
    perform count_edit(tg_table_schema, one);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION journal_page_id()
 RETURNS bigint
 LANGUAGE sql
AS $function$select (extract(epoch from clock_timestamp()) * 1000000)::bigint * 2048 + floor(random() * 2048)::bigint$function$;

CREATE OR REPLACE FUNCTION next_rev_of_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.rev := old.rev + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a row of % is never changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION refuse_older_program()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'this database belongs to a newer version of Troupe: stop this node and start the new version';
end $function$;

CREATE OR REPLACE FUNCTION turn_1(p_now double precision, p_id text, p_rev text, p_version text, p_seq text, p_status text, p_snapshot text, p_timers text, p_effects text, p_listed text, p_shown text, p_shelf text, p_planned text, p_reached text, p_reason text, p_new_id text, p_new_workspace text, p_new_parent text, p_new_kind text, p_new_definition text, p_new_version text, p_new_seq text, p_new_status text, p_new_snapshot text, p_new_timers text, p_new_effects text, p_new_shown text, p_new_shelf text, p_new_planned text, p_new_reached text, p_new_reason text, p_due_actor text, p_due_workspace text, p_due_at text, p_due_timer text, p_idle text, p_heard text, p_message_id text, p_message_workspace text, p_message_actor text, p_message_event text, p_parked text, p_family text, p_family_workspace text, p_steps text, p_attempts text, p_claim text, p_node text, p_claimed text, p_released text, p_feed_workspace text, p_feed_count text, p_feed_events text)
 RETURNS TABLE(workspace_id text, last_seq text)
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION turn_2(p_now double precision, p_id text, p_rev text, p_version text, p_seq text, p_status text, p_snapshot text, p_timers text, p_effects text, p_listed text, p_shown text, p_shelf text, p_planned text, p_reached text, p_reason text, p_new_id text, p_new_workspace text, p_new_parent text, p_new_kind text, p_new_definition text, p_new_version text, p_new_seq text, p_new_status text, p_new_snapshot text, p_new_timers text, p_new_effects text, p_new_shown text, p_new_shelf text, p_new_planned text, p_new_reached text, p_new_reason text, p_due_actor text, p_due_workspace text, p_due_at text, p_due_timer text, p_idle text, p_heard text, p_message_id text, p_message_workspace text, p_message_actor text, p_message_due text, p_message_event text, p_parked text, p_family text, p_family_workspace text, p_steps text, p_attempts text, p_claim text, p_node text, p_claimed text, p_released text, p_feed_workspace text, p_feed_count text, p_feed_events text)
 RETURNS TABLE(workspace_id text, last_seq text)
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;

create table account_days (
  workspace_id text not null,
  account_id text not null,
  metric text not null,
  day date not null,
  zone text,
  value bigint not null,
  final boolean default false not null,
  constraint account_days_pkey PRIMARY KEY (workspace_id, account_id, metric, day)
);
CREATE INDEX account_days_of_account ON account_days USING btree (account_id);

create table account_groups (
  id text not null,
  workspace_id text not null,
  name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint account_groups_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX account_groups_names ON account_groups USING btree (workspace_id, lower(name));

create table account_numbers (
  account_id text not null,
  workspace_id text not null,
  followers bigint,
  views bigint,
  reach bigint,
  engagement bigint,
  profile_views bigint,
  fetched_at timestamp with time zone not null,
  constraint account_numbers_pkey PRIMARY KEY (account_id)
);

create table accounts (
  id text not null,
  workspace_id text not null,
  platform text not null,
  remote_id text not null,
  display_name text not null,
  username text not null,
  avatar_url text,
  url text,
  on_unknown text default 'retry'::text not null,
  endpoints jsonb not null,
  limits jsonb default '{}'::jsonb not null,
  credentials bytea not null,
  credentials_version integer default 1 not null,
  expires_at timestamp with time zone,
  connected_at timestamp with time zone not null,
  obtained_at timestamp with time zone not null,
  refresh_by text,
  refresh_until timestamp with time zone,
  refresh_tries integer default 0 not null,
  receiving json,
  login_id text,
  posts_listed_at timestamp with time zone,
  scopes text[],
  slots jsonb,
  group_id text,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_workspace_id_platform_remote_id_key UNIQUE (workspace_id, platform, remote_id),
  constraint accounts_on_unknown_known CHECK (on_unknown = ANY (ARRAY['retry'::text, 'hold'::text]))
);
CREATE INDEX accounts_by_remote_id ON accounts USING btree (platform, remote_id);
CREATE INDEX accounts_of_group ON accounts USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX accounts_of_login ON accounts USING btree (platform, login_id) WHERE (login_id IS NOT NULL);

create table actors (
  id text not null,
  workspace_id text not null,
  parent_id text,
  kind text not null,
  version integer not null,
  seq integer not null,
  status text not null,
  snapshot json not null,
  updated_at timestamp with time zone not null,
  definition_id text,
  rev integer default 0 not null,
  timers json,
  effects json,
  parked_at timestamp with time zone,
  shown text,
  shelf text,
  planned_at timestamp with time zone,
  reached_at timestamp with time zone,
  reason text,
  run_of text,
  constraint actors_pkey PRIMARY KEY (id),
  constraint actors_status_known CHECK (status = ANY (ARRAY['active'::text, 'done'::text, 'needs_attention'::text]))
) with (fillfactor=45);
CREATE INDEX actors_failures ON actors USING btree (workspace_id, id DESC) WHERE ((kind = 'post'::text) AND ((shelf = 'failed'::text) OR ((shelf = 'published'::text) AND (reason IS NOT NULL))));
CREATE INDEX actors_in_queue ON actors USING btree (shelf, workspace_id, id) WHERE ((kind = 'private_reply'::text) AND (shelf IS NOT NULL));
CREATE INDEX actors_of_accounts ON actors USING btree (shelf, id) WHERE ((kind = 'account'::text) AND (shelf = ANY (ARRAY['needs_app'::text, 'disconnected'::text])));
CREATE INDEX actors_of_parent ON actors USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX actors_of_workspace ON actors USING btree (workspace_id, kind, id DESC);
CREATE INDEX actors_on_shelf ON actors USING btree (workspace_id, kind, shelf, id DESC) WHERE (shelf IS NOT NULL);
CREATE UNIQUE INDEX actors_one_dm_run ON actors USING btree (run_of) WHERE (run_of IS NOT NULL);
CREATE INDEX actors_parked ON actors USING btree (workspace_id, id) WHERE (parked_at IS NOT NULL);
CREATE INDEX actors_published ON actors USING btree (workspace_id, reached_at) WHERE ((kind = 'post'::text) AND (shelf = 'published'::text));
CREATE INDEX actors_scheduled ON actors USING btree (workspace_id, planned_at) WHERE (shelf = 'scheduled'::text);

create table answering_settings (
  account_id text not null,
  workspace_id text not null,
  even_pace boolean default false not null,
  public_reply_seconds integer default 30 not null,
  testers json default '[]'::json not null,
  held_until timestamp with time zone,
  held_reason text,
  public_replies_off_until timestamp with time zone,
  public_replies_off_reason text,
  last_public_reply_at timestamp with time zone,
  places_freed_at timestamp with time zone,
  moved_up_at timestamp with time zone,
  constraint answering_settings_pkey PRIMARY KEY (account_id)
);
CREATE INDEX answering_settings_freed ON answering_settings USING btree (account_id) WHERE (places_freed_at IS NOT NULL);

create table approval_links (
  id text not null,
  workspace_id text not null,
  post_id text not null,
  secret_hash bytea not null,
  plan text not null,
  content json not null,
  planned_at timestamp with time zone,
  timing text not null,
  made_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  decided_at timestamp with time zone,
  decision text,
  client_name text,
  constraint approval_links_pkey PRIMARY KEY (id),
  constraint approval_links_secret_hash_key UNIQUE (secret_hash),
  constraint approval_links_decided CHECK ((decided_at IS NULL) = (decision IS NULL) AND (decided_at IS NULL) = (client_name IS NULL)),
  constraint approval_links_decision CHECK (decision = ANY (ARRAY['approved'::text, 'rejected'::text])),
  constraint approval_links_timing CHECK (timing = ANY (ARRAY['scheduledAt'::text, 'publishNow'::text, 'useNextSlot'::text]))
);
CREATE INDEX approval_links_age ON approval_links USING btree (expires_at);
CREATE INDEX approval_links_of_post ON approval_links USING btree (post_id, id);
CREATE INDEX approval_links_of_workspace ON approval_links USING btree (workspace_id);

create table approved_plans (
  post_id text not null,
  workspace_id text not null,
  content json not null,
  planned_at timestamp with time zone,
  approved_at timestamp with time zone not null,
  constraint approved_plans_pkey PRIMARY KEY (post_id)
);
CREATE INDEX approved_plans_of_workspace ON approved_plans USING btree (workspace_id);

create table audit_entries (
  workspace_id text not null,
  id text not null,
  at timestamp with time zone not null,
  user_id text not null,
  user_name text not null,
  key_id text not null,
  key_name text,
  tool text,
  operation text not null,
  object_kind text not null,
  object_id text,
  fields text[] not null,
  address text,
  request_id text not null,
  constraint audit_entries_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_entries_addresses ON audit_entries USING btree (at) WHERE (address IS NOT NULL);
CREATE INDEX audit_entries_age ON audit_entries USING brin (at);
CREATE INDEX audit_entries_of_object ON audit_entries USING btree (object_id, id);

create table broadcasts (
  account_id text not null,
  network_post_id text not null,
  workspace_id text not null,
  due_at timestamp with time zone,
  has_place boolean default false not null,
  missing_since timestamp with time zone,
  over_at timestamp with time zone,
  constraint broadcasts_pkey PRIMARY KEY (account_id, network_post_id)
);
CREATE INDEX broadcasts_due ON broadcasts USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX broadcasts_over ON broadcasts USING btree (over_at) WHERE (over_at IS NOT NULL);

create table claims (
  id text not null,
  node_id text not null,
  at timestamp with time zone not null,
  actors text[] not null,
  constraint claims_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX claims_of_node ON claims USING btree (node_id);

create table comment_reads (
  account_id text not null,
  workspace_id text not null,
  begun_at timestamp with time zone not null,
  error text,
  without text[] default '{}'::text[] not null,
  constraint comment_reads_pkey PRIMARY KEY (account_id)
);

create table comment_rules (
  id text not null,
  workspace_id text not null,
  account_id text not null,
  media_id text,
  post_id text,
  keywords json not null,
  match text not null,
  dm_text text not null,
  public_replies json not null,
  used_replies json default '[]'::json not null,
  created_at timestamp with time zone not null,
  public_reply_late_minutes integer,
  track_links boolean default false not null,
  then_automation_id text,
  constraint comment_rules_pkey PRIMARY KEY (id)
);
CREATE INDEX comment_rules_of_account ON comment_rules USING btree (account_id);
CREATE INDEX comment_rules_of_workspace ON comment_rules USING btree (workspace_id, id DESC);
CREATE INDEX comment_rules_with_then ON comment_rules USING btree (then_automation_id) WHERE (then_automation_id IS NOT NULL);

create table commented_posts (
  account_id text not null,
  network_post_id text not null,
  workspace_id text not null,
  is_ad boolean not null,
  original_post_id text,
  text text,
  url text,
  thumbnail_url text,
  placed boolean default false not null,
  is_live boolean default false not null,
  constraint commented_posts_pkey PRIMARY KEY (account_id, network_post_id)
);

create table comments (
  account_id text not null,
  id text not null,
  workspace_id text not null,
  platform text not null,
  network_post_id text,
  parent_id text,
  text text not null,
  from_id text,
  from_username text,
  from_name text,
  is_own boolean not null,
  rating smallint,
  hidden boolean not null,
  done boolean not null,
  likes integer,
  says json,
  created_at timestamp with time zone,
  seq bigint,
  text_at timestamp with time zone,
  hidden_at timestamp with time zone,
  deleted_at timestamp with time zone,
  private_reply_at timestamp with time zone,
  made_by text,
  forgotten boolean default false not null,
  swept boolean default false not null,
  recipient_id text,
  attachments json default '[]'::json not null,
  constraint comments_pkey PRIMARY KEY (account_id, id),
  constraint comments_arrived CHECK (seq IS NULL OR created_at IS NOT NULL)
);
CREATE INDEX comments_of_account ON comments USING btree (account_id, seq DESC) WHERE ((seq IS NOT NULL) AND (deleted_at IS NULL) AND (NOT is_own));
CREATE INDEX comments_of_person ON comments USING btree (account_id, from_id) WHERE (NOT is_own);
CREATE INDEX comments_of_post ON comments USING btree (account_id, network_post_id, seq DESC);
CREATE INDEX comments_of_recipient ON comments USING btree (account_id, recipient_id) WHERE (recipient_id IS NOT NULL);
CREATE INDEX comments_open_below ON comments USING btree (account_id, parent_id) WHERE ((NOT is_own) AND (NOT done) AND (deleted_at IS NULL) AND (parent_id IS NOT NULL));
CREATE INDEX comments_own_replies ON comments USING btree (account_id, parent_id) WHERE (is_own AND (deleted_at IS NULL));
CREATE INDEX comments_recent ON comments USING btree (workspace_id, seq DESC) WHERE ((seq IS NOT NULL) AND (deleted_at IS NULL) AND (NOT is_own));
CREATE INDEX comments_swept ON comments USING btree (account_id, network_post_id) WHERE swept;
CREATE INDEX comments_to_do ON comments USING btree (workspace_id, seq DESC) WHERE ((seq IS NOT NULL) AND (deleted_at IS NULL) AND (NOT is_own) AND (NOT done));

create table confirmations (
  id text not null,
  workspace_id text not null,
  token_hash bytea not null,
  user_id text not null,
  key_id text not null,
  key_name text not null,
  client text,
  tool text not null,
  bound bytea not null,
  confirm text not null,
  state text default 'waiting'::text not null,
  plan json not null,
  used_with text,
  decided_by text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint confirmations_pkey PRIMARY KEY (id),
  constraint confirmations_token_hash_key UNIQUE (token_hash),
  constraint confirmations_confirm_check CHECK (confirm = ANY (ARRAY['call'::text, 'person'::text])),
  constraint confirmations_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'allowed'::text, 'refused'::text, 'used'::text]))
);
CREATE INDEX confirmations_by_end ON confirmations USING btree (expires_at);
CREATE INDEX confirmations_waiting ON confirmations USING btree (workspace_id, id DESC) WHERE (confirm = 'person'::text);

create table connect_link_accounts (
  link_id text not null,
  account_id text not null,
  connected_at timestamp with time zone not null,
  constraint connect_link_accounts_pkey PRIMARY KEY (link_id, account_id)
);
CREATE INDEX connect_link_accounts_of_account ON connect_link_accounts USING btree (account_id);

create table connect_links (
  id text not null,
  workspace_id text not null,
  secret_hash bytea not null,
  secret bytea not null,
  redirect_url text,
  platforms text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  connected_at timestamp with time zone,
  revoked_at timestamp with time zone,
  name text,
  constraint connect_links_pkey PRIMARY KEY (id),
  constraint connect_links_secret_hash_key UNIQUE (secret_hash)
);
CREATE INDEX connect_links_age ON connect_links USING btree (expires_at);
CREATE INDEX connect_links_of_workspace ON connect_links USING btree (workspace_id, id DESC);

create table conversation_notes (
  id text not null,
  workspace_id text not null,
  conversation_id text not null,
  author_id text not null,
  author_name text not null,
  content text not null,
  created_at timestamp with time zone not null,
  constraint conversation_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX conversation_notes_of_conversation ON conversation_notes USING btree (conversation_id, id);
CREATE INDEX conversation_notes_of_workspace ON conversation_notes USING btree (workspace_id, created_at);

create table conversations (
  id text not null,
  workspace_id text not null,
  account_id text not null,
  person_id text not null,
  username text,
  name text,
  avatar_url text,
  network_id text,
  last_seq bigint not null,
  last_message json,
  updated_at timestamp with time zone not null,
  unread integer default 0 not null,
  done boolean default false not null,
  flagged json,
  paused_until timestamp with time zone,
  window_ends_at timestamp with time zone,
  human_until timestamp with time zone,
  opted_out_at timestamp with time zone,
  assignee_id text,
  waiting_since timestamp with time zone,
  snoozed_until timestamp with time zone,
  labels text[] default '{}'::text[] not null,
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_account_id_person_id_key UNIQUE (account_id, person_id)
);
CREATE INDEX conversations_assigned ON conversations USING btree (workspace_id, assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX conversations_flagged ON conversations USING btree (workspace_id, last_seq DESC) WHERE (flagged IS NOT NULL);
CREATE INDEX conversations_labelled ON conversations USING btree (workspace_id, last_seq DESC) WHERE (labels <> '{}'::text[]);
CREATE INDEX conversations_list ON conversations USING btree (workspace_id, last_seq DESC);
CREATE INDEX conversations_names ON conversations USING gin (((to_tsvector('simple'::regconfig, translate(((COALESCE(name, ''::text) || ' '::text) || COALESCE(username, ''::text)), '._-@'::text, '    '::text)) || array_to_tsvector(ARRAY[('@'::text || workspace_id)]))));
CREATE INDEX conversations_of_account ON conversations USING btree (account_id, last_seq DESC);
CREATE INDEX conversations_open ON conversations USING btree (workspace_id, last_seq DESC) WHERE (NOT done);
CREATE INDEX conversations_opted_out ON conversations USING btree (account_id, person_id) WHERE (opted_out_at IS NOT NULL);
CREATE INDEX conversations_snoozed ON conversations USING btree (workspace_id, last_seq DESC) WHERE (snoozed_until IS NOT NULL);
CREATE INDEX conversations_unread ON conversations USING btree (workspace_id, last_seq DESC) WHERE (unread > 0);

create table counters (
  owner_id text not null,
  name text not null,
  workspace_id text not null,
  count bigint not null,
  constraint counters_pkey PRIMARY KEY (owner_id, name)
) with (fillfactor=50);

create table data_deletions (
  code text not null,
  platform text not null,
  asked_at timestamp with time zone not null,
  done_at timestamp with time zone,
  accounts integer default 0 not null,
  conversations integer default 0 not null,
  comments integer default 0 not null,
  constraint data_deletions_pkey PRIMARY KEY (code)
);

create table definitions (
  id text not null,
  workspace_id text not null,
  kind text not null,
  version integer not null,
  "json" json not null,
  created_at timestamp with time zone not null,
  constraint definitions_pkey PRIMARY KEY (id)
);
CREATE INDEX definitions_of_kind ON definitions USING btree (workspace_id, kind, created_at DESC, id DESC);

create table direct_messages (
  id text not null,
  workspace_id text not null,
  conversation_id text not null,
  account_id text not null,
  network_id text,
  direction text not null,
  by text not null,
  text text not null,
  attachments json not null,
  details json,
  network_at timestamp with time zone not null,
  seq bigint not null,
  deleted boolean default false not null,
  constraint direct_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX direct_messages_age ON direct_messages USING brin (network_at);
CREATE UNIQUE INDEX direct_messages_network ON direct_messages USING btree (account_id, network_id) WHERE (network_id IS NOT NULL);
CREATE INDEX direct_messages_thread ON direct_messages USING btree (conversation_id, network_at DESC, id DESC);
CREATE INDEX direct_messages_words ON direct_messages USING gin (((to_tsvector('simple'::regconfig, "left"(text, 10000)) || array_to_tsvector(ARRAY[('@'::text || workspace_id)]))));

create table dm_automation_drafts (
  automation_id text not null,
  workspace_id text not null,
  version integer not null,
  revision integer not null,
  trigger json not null,
  steps json not null,
  saved_by text not null,
  saved_at timestamp with time zone not null,
  constraint dm_automation_drafts_pkey PRIMARY KEY (automation_id)
);

create table dm_automation_tests (
  automation_id text not null,
  name text not null,
  workspace_id text not null,
  test json not null,
  saved_at timestamp with time zone not null,
  constraint dm_automation_tests_pkey PRIMARY KEY (automation_id, name)
);

create table dm_automation_versions (
  automation_id text not null,
  version integer not null,
  workspace_id text not null,
  definition_id text not null,
  trigger json not null,
  created_at timestamp with time zone not null,
  made_by text,
  restores integer,
  constraint dm_automation_versions_pkey PRIMARY KEY (automation_id, version)
);

create table dm_automations (
  id text not null,
  workspace_id text not null,
  account_id text not null,
  name text not null,
  trigger json not null,
  ref text,
  reentry text not null,
  cooldown_hours double precision not null,
  active boolean not null,
  version integer not null,
  created_at timestamp with time zone not null,
  draft_revision integer default 0 not null,
  requires_tests boolean default false not null,
  constraint dm_automations_pkey PRIMARY KEY (id),
  constraint dm_automations_account_id_ref_key UNIQUE (account_id, ref)
);
CREATE INDEX dm_automations_of_workspace ON dm_automations USING btree (workspace_id, id DESC);

create table dm_people (
  automation_id text not null,
  person_id text not null,
  workspace_id text not null,
  started_at timestamp with time zone not null,
  constraint dm_people_pkey PRIMARY KEY (automation_id, person_id)
);

create table dm_runs (
  id text not null,
  workspace_id text not null,
  automation_id text not null,
  version integer not null,
  definition_id text not null,
  account_id text not null,
  conversation_id text not null,
  started_at timestamp with time zone not null,
  constraint dm_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX dm_runs_of_automation ON dm_runs USING btree (automation_id, id DESC);
CREATE INDEX dm_runs_of_conversation ON dm_runs USING btree (conversation_id, started_at);

create table due (
  actor_id text not null,
  workspace_id text not null,
  due_at timestamp with time zone not null,
  timer text not null,
  constraint due_pkey PRIMARY KEY (actor_id)
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX due_at ON due USING btree (due_at, actor_id);
CREATE INDEX due_deliveries ON due USING btree (workspace_id, timer, due_at) WHERE (timer = ANY (ARRAY['xstate.after.backoff.delivery.in_doubt'::text, 'xstate.after.backoff.delivery.retrying'::text, 'xstate.after.turn.delivery.limited'::text, 'xstate.after.nextLook.delivery.verifying.waiting'::text]));
CREATE INDEX due_waiting_accounts ON due USING btree (workspace_id, actor_id) WHERE (timer = ANY (ARRAY['xstate.after.patience.delivery.waiting_account'::text, 'xstate.after.patience.delivery.verifying.waiting_account'::text]));

create table exchanges (
  actor_id text not null,
  effect_id bigint not null,
  workspace_id text not null,
  type text not null,
  tries integer not null,
  seq integer,
  at timestamp with time zone not null,
  recorded json not null,
  constraint exchanges_pkey PRIMARY KEY (actor_id, effect_id)
);
CREATE INDEX exchanges_at ON exchanges USING brin (at) WITH (pages_per_range='16', autosummarize='on');

create table feed (
  workspace_id text not null,
  last_seq bigint not null,
  count integer not null,
  at timestamp with time zone not null,
  events text not null,
  constraint feed_pkey PRIMARY KEY (workspace_id, last_seq)
);
CREATE INDEX feed_age ON feed USING btree (at);

create table feed_heads (
  workspace_id text not null,
  seq bigint not null,
  arrivals bigint default 0 not null,
  edits bigint default 0 not null,
  constraint feed_heads_pkey PRIMARY KEY (workspace_id)
) with (fillfactor=50);

create table feed_items (
  feed_id text not null,
  key text not null,
  workspace_id text not null,
  no bigint not null,
  title text not null,
  link text,
  summary text,
  image text,
  seen_at timestamp with time zone not null,
  result text,
  post_id text,
  problem text,
  constraint feed_items_pkey PRIMARY KEY (feed_id, key),
  constraint feed_items_post CHECK ((post_id IS NOT NULL) = (NOT result IS DISTINCT FROM 'made'::text)),
  constraint feed_items_problem CHECK ((problem IS NOT NULL) = (NOT result IS DISTINCT FROM 'refused'::text)),
  constraint feed_items_result CHECK (result = ANY (ARRAY['made'::text, 'skipped'::text, 'refused'::text]))
);
CREATE UNIQUE INDEX feed_items_in_order ON feed_items USING btree (feed_id, no DESC);
CREATE INDEX feed_items_waiting ON feed_items USING btree (feed_id, no) WHERE (result IS NULL);

create table feeds (
  id text not null,
  workspace_id text not null,
  url text not null,
  account_ids text[] not null,
  template text not null,
  mode text not null,
  every_minutes integer not null,
  title text,
  etag text,
  last_modified text,
  set_by text not null,
  may_approve boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint feeds_pkey PRIMARY KEY (id),
  constraint feeds_mode CHECK (mode = ANY (ARRAY['draft'::text, 'next_slot'::text, 'publish'::text]))
);
CREATE INDEX feeds_of_accounts ON feeds USING gin (account_ids);
CREATE INDEX feeds_of_workspace ON feeds USING btree (workspace_id, id DESC);

create table idempotency_keys (
  user_id text not null,
  key text not null,
  request_hash bytea not null,
  response json not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

create table import_posts (
  import_id text not null,
  "row" integer not null,
  workspace_id text not null,
  post_id text not null,
  constraint import_posts_pkey PRIMARY KEY (import_id, "row")
);

create table import_rows (
  import_id text not null,
  workspace_id text not null,
  "row" integer not null,
  cells jsonb not null,
  ok boolean,
  warnings text[] default '{}'::text[] not null,
  problem jsonb,
  constraint import_rows_pkey PRIMARY KEY (import_id, "row")
);

create table imports (
  id text not null,
  workspace_id text not null,
  user_id text not null,
  made_by jsonb not null,
  name text,
  format text not null,
  otherwise text[] not null,
  account_ids text[] not null,
  created_at timestamp with time zone not null,
  constraint imports_pkey PRIMARY KEY (id)
);
CREATE INDEX imports_of_workspace ON imports USING btree (workspace_id, id DESC);

create table inbound (
  account_id text not null,
  key text not null,
  workspace_id text not null,
  arrived_at timestamp with time zone not null,
  event json not null,
  done_at timestamp with time zone,
  fault text,
  retry_at timestamp with time zone,
  constraint inbound_pkey PRIMARY KEY (account_id, key)
);
CREATE INDEX inbound_arrived ON inbound USING brin (arrived_at);
CREATE INDEX inbound_waiting ON inbound USING btree (account_id, arrived_at) WHERE (done_at IS NULL);

create table inspect_tickets (
  id text not null,
  hash bytea not null,
  workspace_id text not null,
  user_id text not null,
  key_id text not null,
  watch json not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint inspect_tickets_pkey PRIMARY KEY (id),
  constraint inspect_tickets_hash_key UNIQUE (hash)
);
CREATE INDEX inspect_tickets_age ON inspect_tickets USING btree (expires_at);

create table journal_pages (
  family text not null,
  id bigint default journal_page_id() not null,
  workspace_id text not null,
  at timestamp with time zone not null,
  steps text not null,
  constraint journal_pages_pkey PRIMARY KEY (family, id)
);
CREATE INDEX journal_pages_recent ON journal_pages USING brin (id, at) WITH (pages_per_range='16', autosummarize='on');

create table link_previews (
  workspace_id text not null,
  url text not null,
  title text,
  description text,
  image text,
  reason text,
  read_at timestamp with time zone not null,
  constraint link_previews_pkey PRIMARY KEY (workspace_id, url)
);
CREATE INDEX link_previews_by_time ON link_previews USING btree (read_at);

create table links (
  code text not null,
  workspace_id text not null,
  owner_id text,
  message_id text not null,
  url text not null,
  clicks integer default 0 not null,
  clicked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint links_pkey PRIMARY KEY (code)
);
CREATE INDEX links_of_message ON links USING btree (message_id);
CREATE INDEX links_of_owner ON links USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX links_of_workspace ON links USING btree (workspace_id);

create table mails (
  id text not null,
  workspace_id text not null,
  about text not null,
  content bytea not null,
  message_id text not null,
  started integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint mails_pkey PRIMARY KEY (id)
);
CREATE INDEX mails_by_age ON mails USING btree (created_at);

create table media (
  id text not null,
  workspace_id text not null,
  name text not null,
  sha256 bytea not null,
  content_type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  created_at timestamp with time zone not null,
  file_name text,
  alt_text text,
  duration_seconds double precision,
  uploaded_by text,
  uploaded_by_name text,
  searched text default ''::text not null,
  constraint media_pkey PRIMARY KEY (id),
  constraint media_workspace_id_name_key UNIQUE (workspace_id, name),
  constraint media_bytes_positive CHECK (bytes > 0),
  constraint media_pixels_both CHECK ((width IS NULL) = (height IS NULL)),
  constraint media_sha256_length CHECK (octet_length(sha256) = 32)
);
CREATE INDEX media_by_name ON media USING btree (name);
CREATE INDEX media_of_workspace ON media USING btree (workspace_id, id DESC);

create table media_removals (
  name text not null,
  workspace_id text not null,
  forced boolean not null,
  requested_at timestamp with time zone not null,
  checked_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint media_removals_pkey PRIMARY KEY (name)
);
CREATE INDEX media_removals_due ON media_removals USING btree (checked_at) WHERE (removed_at IS NULL);

create table message_copies (
  message_id text not null,
  place smallint not null,
  name text,
  kept_at timestamp with time zone,
  tries smallint default 0 not null,
  gone boolean default false not null,
  next_at timestamp with time zone,
  constraint message_copies_pkey PRIMARY KEY (message_id, place)
);
CREATE INDEX message_copies_next ON message_copies USING btree (next_at) WHERE (next_at IS NOT NULL);

create table messages (
  id text not null,
  workspace_id text not null,
  actor_id text not null,
  due_at timestamp with time zone not null,
  event json not null,
  constraint messages_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX messages_due ON messages USING btree (due_at, id);
CREATE INDEX messages_of_actor ON messages USING btree (actor_id, id);

create table network_posts (
  platform text not null,
  remote_id text not null,
  network_post_id text not null,
  delivery_id text not null,
  held_since timestamp with time zone not null,
  constraint network_posts_pkey PRIMARY KEY (platform, remote_id, network_post_id)
);

create table nodes (
  id text not null,
  started_at timestamp with time zone not null,
  alive_until timestamp with time zone not null,
  roles text not null,
  constraint nodes_pkey PRIMARY KEY (id)
);

create table paid_reads (
  platform text not null,
  remote_id text not null,
  day date not null,
  used integer not null,
  constraint paid_reads_pkey PRIMARY KEY (platform, remote_id),
  constraint paid_reads_used CHECK (used >= 0)
);

create table person_cutoffs (
  account_id text not null,
  person_hash bytea not null,
  workspace_id text not null,
  messages_until timestamp with time zone not null,
  forgotten_at timestamp with time zone,
  opted_out_at timestamp with time zone,
  constraint person_cutoffs_pkey PRIMARY KEY (account_id, person_hash)
);

create table post_notes (
  id text not null,
  workspace_id text not null,
  post_id text not null,
  author_id text not null,
  author_name text not null,
  by_link boolean not null,
  content text not null,
  created_at timestamp with time zone not null,
  constraint post_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX post_notes_of_post ON post_notes USING btree (post_id, id);
CREATE INDEX post_notes_of_workspace ON post_notes USING btree (workspace_id);

create table post_samples (
  workspace_id text not null,
  post_key uuid not null,
  bucket timestamp with time zone not null,
  views bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  constraint post_samples_pkey PRIMARY KEY (workspace_id, post_key, bucket) INCLUDE (views, likes, comments, shares)
);

create table post_templates (
  id text not null,
  workspace_id text not null,
  name text not null,
  account_ids text[] not null,
  content json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint post_templates_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX post_templates_names ON post_templates USING btree (workspace_id, lower(name));

create table posts (
  id text not null,
  workspace_id text not null,
  content text not null,
  account_ids text[] not null,
  platforms text[] not null,
  media text[] not null,
  options json not null,
  warnings json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  rev integer default 0 not null,
  extras json default '{}'::json not null,
  labels text[] default '{}'::text[] not null,
  words tsvector,
  error_words tsvector,
  series_id text,
  series_at timestamp with time zone,
  series_edited boolean,
  constraint posts_pkey PRIMARY KEY (id)
);
CREATE INDEX posts_labelled ON posts USING btree (workspace_id, id DESC) WHERE (labels <> '{}'::text[]);
CREATE UNIQUE INDEX posts_of_series ON posts USING btree (series_id, series_at) WHERE (series_id IS NOT NULL);
CREATE INDEX posts_of_text ON posts USING btree (workspace_id, hashtextextended(content, (0)::bigint), id DESC);
CREATE INDEX posts_of_workspace ON posts USING btree (workspace_id, id DESC);
CREATE INDEX posts_with_overrides ON posts USING btree (workspace_id, id DESC) WHERE ((extras -> 'overrides'::text) IS NOT NULL);
CREATE INDEX posts_without_words ON posts USING btree (id) WHERE (words IS NULL);
CREATE INDEX posts_words ON posts USING gin (((words || COALESCE(error_words, ''::tsvector)))) WITH (gin_pending_list_limit='1024');

create table private_replies (
  id text not null,
  workspace_id text not null,
  rule_id text not null,
  account_id text not null,
  comment_id text not null,
  keyword text,
  text text not null,
  media_id text,
  from_id text,
  from_username text,
  dm_text text not null,
  public_text text,
  created_at timestamp with time zone not null,
  is_test boolean default false not null,
  answered_at timestamp with time zone,
  seen_at timestamp with time zone,
  constraint private_replies_pkey PRIMARY KEY (id),
  constraint private_replies_account_id_comment_id_key UNIQUE (account_id, comment_id)
);
CREATE INDEX private_replies_of_rule ON private_replies USING btree (rule_id, id DESC);
CREATE INDEX private_replies_of_words ON private_replies USING btree (account_id, md5(dm_text));

create table pushes (
  id text not null,
  workspace_id text not null,
  subscription_id text not null,
  user_id text not null,
  notification_id text,
  started integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint pushes_pkey PRIMARY KEY (id)
);
CREATE INDEX pushes_age ON pushes USING btree (created_at);
CREATE INDEX pushes_of_workspace ON pushes USING btree (workspace_id);

create table report_links (
  id text not null,
  workspace_id text not null,
  account_ids text[] not null,
  first_day date not null,
  last_day date not null,
  name text,
  secret_hash bytea not null,
  made_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint report_links_pkey PRIMARY KEY (id),
  constraint report_links_secret_hash_key UNIQUE (secret_hash),
  constraint report_links_accounts CHECK (cardinality(account_ids) > 0),
  constraint report_links_days CHECK (first_day <= last_day)
);
CREATE INDEX report_links_age ON report_links USING btree (expires_at);
CREATE INDEX report_links_of_workspace ON report_links USING btree (workspace_id, id);

create table revocations (
  account_id text not null,
  workspace_id text not null,
  platform text not null,
  remote_id text not null,
  username text not null,
  endpoints jsonb not null,
  credentials bytea not null,
  created_at timestamp with time zone not null,
  constraint revocations_pkey PRIMARY KEY (account_id)
);
CREATE INDEX revocations_by_age ON revocations USING btree (created_at);

create table rule_near_misses (
  rule_id text not null,
  account_id text not null,
  comment_id text not null,
  workspace_id text not null,
  keyword text not null,
  word text not null,
  person text not null,
  at timestamp with time zone not null,
  constraint rule_near_misses_pkey PRIMARY KEY (account_id, comment_id, rule_id)
);
CREATE INDEX rule_near_misses_by_time ON rule_near_misses USING btree (at);
CREATE INDEX rule_near_misses_of_rule ON rule_near_misses USING btree (rule_id, word);

create table rule_people (
  rule_id text not null,
  person text not null,
  workspace_id text not null,
  reply_id text not null,
  constraint rule_people_pkey PRIMARY KEY (rule_id, person)
);

create table saved_replies (
  id text not null,
  workspace_id text not null,
  name text not null,
  text text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint saved_replies_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_replies_names ON saved_replies USING btree (workspace_id, lower(name));

create table schema_migrations (
  number integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table series (
  id text not null,
  workspace_id text not null,
  account_ids text[] not null,
  content json not null,
  rule text not null,
  starts_at text not null,
  timezone text not null,
  set_by text not null,
  may_approve boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint series_pkey PRIMARY KEY (id)
);
CREATE INDEX series_of_accounts ON series USING gin (account_ids);
CREATE INDEX series_of_workspace ON series USING btree (workspace_id, id DESC);

create table sign_ins (
  id text not null,
  link_id text not null,
  platform text not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  content bytea,
  taken_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_ins_pkey PRIMARY KEY (id),
  constraint sign_ins_state_hash_key UNIQUE (state_hash)
);
CREATE INDEX sign_ins_age ON sign_ins USING btree (expires_at);
CREATE INDEX sign_ins_of_link ON sign_ins USING btree (link_id);

create table swept_accounts (
  account_id text not null,
  workspace_id text not null,
  due_at timestamp with time zone not null,
  listed_at timestamp with time zone,
  has_place boolean default false not null,
  constraint swept_accounts_pkey PRIMARY KEY (account_id)
);
CREATE INDEX swept_accounts_due ON swept_accounts USING btree (due_at);

create table swept_posts (
  account_id text not null,
  network_post_id text not null,
  workspace_id text not null,
  due_at timestamp with time zone not null,
  has_place boolean default false not null,
  whole_at timestamp with time zone,
  begun_at timestamp with time zone,
  since timestamp with time zone,
  cursor text,
  without text[] default '{}'::text[] not null,
  judges_all boolean default true not null,
  round integer default 0 not null,
  constraint swept_posts_pkey PRIMARY KEY (account_id, network_post_id),
  constraint swept_posts_under_way CHECK ((begun_at IS NULL) = (since IS NULL))
);
CREATE INDEX swept_posts_due ON swept_posts USING btree (due_at);

create table tool_calls (
  id text not null,
  workspace_id text not null,
  at timestamp with time zone not null,
  user_id text not null,
  key_id text not null,
  key_name text not null,
  client text,
  tool text not null,
  operation text,
  changes boolean not null,
  arguments json not null,
  outcome text not null,
  code text,
  resource_id text,
  request_id text not null,
  confirmed_by text,
  constraint tool_calls_pkey PRIMARY KEY (id),
  constraint tool_calls_outcome_check CHECK (outcome = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text]))
);
CREATE INDEX tool_calls_changes ON tool_calls USING btree (workspace_id, id DESC) WHERE changes;
CREATE INDEX tool_calls_of_key ON tool_calls USING btree (key_id, id DESC);
CREATE INDEX tool_calls_of_workspace ON tool_calls USING btree (workspace_id, id DESC);

create table tracked_posts (
  workspace_id text not null,
  post_key uuid not null,
  account_id text not null,
  platform text not null,
  network_post_id text not null,
  post_id text,
  url text,
  text text default ''::text not null,
  media_kind text,
  published_at timestamp with time zone not null,
  views bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  all_counts json,
  state text default 'ok'::text not null,
  fetched_at timestamp with time zone,
  changed_at timestamp with time zone,
  constraint tracked_posts_pkey PRIMARY KEY (workspace_id, post_key),
  constraint tracked_posts_workspace_id_account_id_network_post_id_key UNIQUE (workspace_id, account_id, network_post_id),
  constraint tracked_posts_state CHECK (state = ANY (ARRAY['ok'::text, 'gone'::text, 'not_available'::text]))
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX tracked_posts_by_time ON tracked_posts USING btree (workspace_id, published_at DESC, post_key) INCLUDE (account_id, platform, network_post_id, views, likes, comments, shares);
CREATE INDEX tracked_posts_of_account ON tracked_posts USING btree (account_id, published_at DESC);
CREATE INDEX tracked_posts_of_post ON tracked_posts USING btree (post_id) WHERE (post_id IS NOT NULL);

create table unplaced_comments (
  account_id text not null,
  comment_id text not null,
  workspace_id text not null,
  due_at timestamp with time zone not null,
  tries integer default 0 not null,
  constraint unplaced_comments_pkey PRIMARY KEY (account_id, comment_id)
);

create table webhook_endpoints (
  id text not null,
  workspace_id text not null,
  url text not null,
  events text[] not null,
  secret bytea not null,
  retries boolean default false not null,
  active boolean default true not null,
  created_at timestamp with time zone not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_endpoints_of_workspace ON webhook_endpoints USING btree (workspace_id, created_at, id);

create table webhook_sends (
  id text not null,
  workspace_id text not null,
  endpoint_id text not null,
  event_id text not null,
  event text not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint webhook_sends_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_sends_age ON webhook_sends USING btree (created_at);
CREATE INDEX webhook_sends_of_endpoint ON webhook_sends USING btree (endpoint_id, created_at DESC, id DESC);

create table webhook_tries (
  send_id text not null,
  attempt integer not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  status_code integer,
  error text,
  constraint webhook_tries_pkey PRIMARY KEY (send_id, attempt)
);

create table working_copies (
  workspace_id text not null,
  about text not null,
  revision text not null,
  content json not null,
  saved_by text not null,
  saved_at timestamp with time zone not null,
  constraint working_copies_pkey PRIMARY KEY (workspace_id, about)
);
CREATE INDEX working_copies_by_age ON working_copies USING btree (saved_at);

create table workspaces (
  id text not null,
  slug text not null,
  name text not null,
  timezone text not null,
  plan text not null,
  slots jsonb,
  created_at timestamp with time zone not null,
  message_days integer,
  copies_files boolean default true not null,
  trial_ends_at timestamp with time zone,
  stop_words json,
  start_words json,
  disclosure text,
  confirm text default 'none'::text not null,
  approval boolean default false not null,
  deleted_at timestamp with time zone,
  networks text,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_confirm_check CHECK (confirm = ANY (ARRAY['none'::text, 'call'::text, 'person'::text])),
  constraint workspaces_message_days CHECK (message_days > 0),
  constraint workspaces_networks_check CHECK (networks = ANY (ARRAY['real'::text, 'simulated'::text, 'both'::text])),
  constraint workspaces_plan_known CHECK (plan = ANY (ARRAY['none'::text, 'trial'::text, 'starter'::text, 'developer'::text, 'pro'::text, 'agency'::text])),
  constraint workspaces_slug_form CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text),
  constraint workspaces_trial_end_of_trial CHECK (trial_ends_at IS NULL OR plan = 'trial'::text)
);

alter table account_days add constraint account_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table account_numbers add constraint account_numbers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table accounts add constraint accounts_group_id_fkey FOREIGN KEY (group_id) REFERENCES account_groups(id) ON DELETE SET NULL;
alter table accounts add constraint accounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table answering_settings add constraint answering_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table broadcasts add constraint broadcasts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table comment_reads add constraint comment_reads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table comment_rules add constraint comment_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table commented_posts add constraint commented_posts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table comments add constraint comments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table connect_link_accounts add constraint connect_link_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table connect_link_accounts add constraint connect_link_accounts_link_id_fkey FOREIGN KEY (link_id) REFERENCES connect_links(id) ON DELETE CASCADE;
alter table connect_links add constraint connect_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table conversation_notes add constraint conversation_notes_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table conversations add constraint conversations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table definitions add constraint definitions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table direct_messages add constraint direct_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table dm_automation_drafts add constraint dm_automation_drafts_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES dm_automations(id) ON DELETE CASCADE;
alter table dm_automation_tests add constraint dm_automation_tests_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES dm_automations(id) ON DELETE CASCADE;
alter table dm_automation_versions add constraint dm_automation_versions_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES dm_automations(id) ON DELETE CASCADE;
alter table dm_automations add constraint dm_automations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table dm_people add constraint dm_people_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES dm_automations(id) ON DELETE CASCADE;
alter table dm_runs add constraint dm_runs_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES dm_automations(id) ON DELETE CASCADE;
alter table dm_runs add constraint dm_runs_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table feed_heads add constraint feed_heads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table inbound add constraint inbound_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table inspect_tickets add constraint inspect_tickets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table media add constraint media_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table person_cutoffs add constraint person_cutoffs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table post_samples add constraint post_samples_workspace_id_post_key_fkey FOREIGN KEY (workspace_id, post_key) REFERENCES tracked_posts(workspace_id, post_key) ON DELETE CASCADE;
alter table posts add constraint posts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table private_replies add constraint private_replies_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES comment_rules(id) ON DELETE CASCADE;
alter table rule_near_misses add constraint rule_near_misses_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES comment_rules(id) ON DELETE CASCADE;
alter table rule_people add constraint rule_people_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES comment_rules(id) ON DELETE CASCADE;
alter table sign_ins add constraint sign_ins_link_id_fkey FOREIGN KEY (link_id) REFERENCES connect_links(id) ON DELETE CASCADE;
alter table swept_accounts add constraint swept_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table swept_posts add constraint swept_posts_account_id_fkey FOREIGN KEY (account_id) REFERENCES swept_accounts(account_id) ON DELETE CASCADE;
alter table tracked_posts add constraint tracked_posts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table unplaced_comments add constraint unplaced_comments_account_id_comment_id_fkey FOREIGN KEY (account_id, comment_id) REFERENCES comments(account_id, id) ON DELETE CASCADE;
alter table webhook_endpoints add constraint webhook_endpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table webhook_sends add constraint webhook_sends_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;
alter table webhook_tries add constraint webhook_tries_send_id_fkey FOREIGN KEY (send_id) REFERENCES webhook_sends(id) ON DELETE CASCADE;

create view mailbox as
 SELECT t.id,
    a.workspace_id,
    a.id AS actor_id,
    t.id AS timer,
    COALESCE(t.event, json_build_object('type', t.id)) AS event,
        CASE
            WHEN a.parked_at IS NULL THEN to_timestamp(t."dueAt" / 1000::double precision)
            ELSE 'infinity'::timestamp with time zone
        END AS due_at
   FROM actors a
     CROSS JOIN LATERAL json_to_recordset(a.timers) t(id text, "dueAt" double precision, event json)
  WHERE a.timers IS NOT NULL
UNION ALL
 SELECT messages.id,
    messages.workspace_id,
    messages.actor_id,
    NULL::text AS timer,
    messages.event,
    messages.due_at
   FROM messages;

create view effects as
 SELECT e.id,
    a.workspace_id,
    a.id AS actor_id,
    e.type,
    e.params,
    e.node AS node_id,
    e.tries,
    to_timestamp(e."startedAt" / 1000::double precision) AS started_at,
    to_timestamp(e.at / 1000::double precision) AS created_at
   FROM actors a
     CROSS JOIN LATERAL json_to_recordset(a.effects) e(id text, type text, params json, tries integer, node text, at double precision, "startedAt" double precision)
  WHERE a.effects IS NOT NULL;

create view post_states as
 SELECT id AS post_id,
    workspace_id,
    shown AS status,
    planned_at AS scheduled_at,
    reached_at AS published_at,
    reason AS error,
    updated_at
   FROM actors
  WHERE kind = 'post'::text;

create view account_states as
 SELECT id AS account_id,
    workspace_id,
    shown AS status,
    reason,
    planned_at AS expires_at,
    updated_at
   FROM actors
  WHERE kind = 'account'::text;

create view journal as
 SELECT COALESCE(s.actor, p.family) AS actor_id,
    s.seq,
    p.workspace_id,
    COALESCE(s.version, 1) AS version,
    p.at,
    s.event,
    s.value,
    s.taken,
    s.effects,
    s.timers,
    s.cancels,
    s.fault,
    p.family,
    p.id AS page,
    s.hand
   FROM journal_pages p
     CROSS JOIN LATERAL json_to_recordset(p.steps::json) s(actor text, seq integer, version integer, event json, value json, taken json, effects json, timers json, cancels json, fault text, hand json);

CREATE TRIGGER account_states_refuses INSTEAD OF INSERT OR DELETE OR UPDATE ON account_states FOR EACH ROW EXECUTE FUNCTION refuse_older_program();

CREATE TRIGGER definitions_unchanged BEFORE UPDATE ON definitions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER effects_refuses INSTEAD OF INSERT OR DELETE OR UPDATE ON effects FOR EACH ROW EXECUTE FUNCTION refuse_older_program();

CREATE TRIGGER mailbox_refuses INSTEAD OF INSERT OR DELETE OR UPDATE ON mailbox FOR EACH ROW EXECUTE FUNCTION refuse_older_program();

CREATE TRIGGER post_states_refuses INSTEAD OF INSERT OR DELETE OR UPDATE ON post_states FOR EACH ROW EXECUTE FUNCTION refuse_older_program();

CREATE CONSTRAINT TRIGGER posts_edited AFTER UPDATE ON posts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_edit_of_post();

CREATE TRIGGER posts_rev BEFORE UPDATE ON posts FOR EACH ROW EXECUTE FUNCTION next_rev_of_post();

CREATE TRIGGER tracked_posts_deleted AFTER DELETE ON tracked_posts REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION count_edits_of_numbers();

CREATE TRIGGER tracked_posts_inserted AFTER INSERT ON tracked_posts REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION count_edits_of_numbers();

CREATE TRIGGER tracked_posts_updated AFTER UPDATE ON tracked_posts REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION count_edits_of_numbers();

CREATE TRIGGER workspaces_edited AFTER UPDATE ON workspaces FOR EACH ROW WHEN (old.timezone IS DISTINCT FROM new.timezone) EXECUTE FUNCTION count_edit_of_workspace();
