-- Made by `npm run schema` from store/migrations. Do not edit.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a row of % is never changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $function$;

create table account_states (
  account_id text not null,
  workspace_id text not null,
  status text not null,
  reason text,
  expires_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint account_states_pkey PRIMARY KEY (account_id),
  constraint account_states_status_known CHECK (status = ANY (ARRAY['healthy'::text, 'expiring'::text, 'needs_reconnect'::text, 'needs_app'::text, 'disconnected'::text]))
) with (fillfactor=80);
CREATE INDEX account_states_disconnected ON account_states USING btree (updated_at) WHERE (status = 'disconnected'::text);
CREATE INDEX account_states_needing_app ON account_states USING btree (account_id) WHERE (status = 'needs_app'::text);

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
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_workspace_id_platform_remote_id_key UNIQUE (workspace_id, platform, remote_id),
  constraint accounts_on_unknown_known CHECK (on_unknown = ANY (ARRAY['retry'::text, 'hold'::text]))
);
CREATE INDEX accounts_by_remote_id ON accounts USING btree (platform, remote_id);

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
  constraint actors_pkey PRIMARY KEY (id),
  constraint actors_status_known CHECK (status = ANY (ARRAY['active'::text, 'done'::text, 'needs_attention'::text]))
) with (fillfactor=70);
CREATE INDEX actors_of_parent ON actors USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX actors_of_workspace ON actors USING btree (workspace_id, kind, id DESC);
CREATE INDEX actors_set_aside ON actors USING btree (workspace_id, id) WHERE (status = 'needs_attention'::text);

create table api_keys (
  id text not null,
  user_id text not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_key UNIQUE (hash)
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
  constraint connect_links_pkey PRIMARY KEY (id),
  constraint connect_links_secret_hash_key UNIQUE (secret_hash)
);
CREATE INDEX connect_links_age ON connect_links USING btree (expires_at);
CREATE INDEX connect_links_of_workspace ON connect_links USING btree (workspace_id, id DESC);

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

create table effects (
  id bigint generated always as identity not null,
  workspace_id text not null,
  actor_id text not null,
  type text not null,
  params json not null,
  node_id text not null,
  tries integer default 1 not null,
  started_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint effects_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX effects_of_node ON effects USING btree (node_id, id);

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
  events json not null,
  constraint feed_pkey PRIMARY KEY (workspace_id, last_seq)
);
CREATE INDEX feed_age ON feed USING btree (at);

create table feed_heads (
  workspace_id text not null,
  seq bigint not null,
  constraint feed_heads_pkey PRIMARY KEY (workspace_id)
) with (fillfactor=50);

create table idempotency_keys (
  user_id text not null,
  key text not null,
  request_hash bytea not null,
  response json not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

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

create table installation (
  name text not null,
  value bytea not null,
  constraint installation_pkey PRIMARY KEY (name)
);

create table journal_pages (
  family text not null,
  id bigint generated always as identity not null,
  workspace_id text not null,
  at timestamp with time zone not null,
  steps json not null,
  constraint journal_pages_pkey PRIMARY KEY (family, id)
);
CREATE INDEX journal_pages_recent ON journal_pages USING brin (id, at) WITH (pages_per_range='16', autosummarize='on');

create table mailbox (
  id bigint generated always as identity not null,
  workspace_id text not null,
  actor_id text not null,
  due_at timestamp with time zone not null,
  timer text,
  event json not null,
  constraint mailbox_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX mailbox_due ON mailbox USING btree (due_at, id);
CREATE INDEX mailbox_of_actor ON mailbox USING btree (actor_id, id);
CREATE UNIQUE INDEX mailbox_timer ON mailbox USING btree (actor_id, timer) WHERE (timer IS NOT NULL);
CREATE INDEX mailbox_waiting_accounts ON mailbox USING btree (workspace_id, actor_id) WHERE (timer = ANY (ARRAY['xstate.after.patience.delivery.waiting_account'::text, 'xstate.after.patience.delivery.verifying.waiting_account'::text]));

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
  constraint media_pkey PRIMARY KEY (id),
  constraint media_workspace_id_name_key UNIQUE (workspace_id, name),
  constraint media_bytes_positive CHECK (bytes > 0),
  constraint media_pixels_both CHECK ((width IS NULL) = (height IS NULL)),
  constraint media_sha256_length CHECK (octet_length(sha256) = 32)
);

create table members (
  workspace_id text not null,
  user_id text not null,
  created_at timestamp with time zone not null,
  constraint members_pkey PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_of_user ON members USING btree (user_id, created_at, workspace_id);

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

create table post_states (
  post_id text not null,
  workspace_id text not null,
  status text not null,
  scheduled_at timestamp with time zone,
  published_at timestamp with time zone,
  error text,
  updated_at timestamp with time zone not null,
  constraint post_states_pkey PRIMARY KEY (post_id),
  constraint post_states_status_known CHECK (status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'publishing'::text, 'published'::text, 'failed'::text, 'removed'::text]))
) with (fillfactor=80);
CREATE INDEX post_states_by_status ON post_states USING btree (workspace_id, status, post_id DESC);
CREATE INDEX post_states_scheduled ON post_states USING btree (workspace_id, scheduled_at) WHERE (status = 'scheduled'::text);

create table posted_codes (
  platform text not null,
  code_hash bytea not null,
  place text not null,
  seen_at timestamp with time zone not null,
  constraint posted_codes_pkey PRIMARY KEY (platform, code_hash)
);
CREATE INDEX posted_codes_age ON posted_codes USING btree (seen_at);

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
  constraint posts_pkey PRIMARY KEY (id)
);
CREATE INDEX posts_of_workspace ON posts USING btree (workspace_id, id DESC);

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

create table schema_migrations (
  number integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table sessions (
  id text not null,
  user_id text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_hash_key UNIQUE (hash)
);
CREATE INDEX sessions_age ON sessions USING btree (expires_at);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id);

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

create table workspaces (
  id text not null,
  slug text not null,
  name text not null,
  timezone text not null,
  plan text not null,
  slots jsonb,
  created_at timestamp with time zone not null,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_slug_key UNIQUE (slug),
  constraint workspaces_plan_known CHECK (plan = ANY (ARRAY['none'::text, 'trial'::text, 'starter'::text, 'developer'::text, 'pro'::text, 'agency'::text])),
  constraint workspaces_slug_form CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)
);

alter table accounts add constraint accounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table api_keys add constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table connect_link_accounts add constraint connect_link_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table connect_link_accounts add constraint connect_link_accounts_link_id_fkey FOREIGN KEY (link_id) REFERENCES connect_links(id) ON DELETE CASCADE;
alter table connect_links add constraint connect_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table definitions add constraint definitions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table feed_heads add constraint feed_heads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table inspect_tickets add constraint inspect_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table inspect_tickets add constraint inspect_tickets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table media add constraint media_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table members add constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table members add constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table posts add constraint posts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sign_ins add constraint sign_ins_link_id_fkey FOREIGN KEY (link_id) REFERENCES connect_links(id) ON DELETE CASCADE;
alter table webhook_endpoints add constraint webhook_endpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table webhook_sends add constraint webhook_sends_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;
alter table webhook_tries add constraint webhook_tries_send_id_fkey FOREIGN KEY (send_id) REFERENCES webhook_sends(id) ON DELETE CASCADE;

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
     CROSS JOIN LATERAL json_to_recordset(p.steps) s(actor text, seq integer, version integer, event json, value json, taken json, effects json, timers json, cancels json, fault text, hand json);

CREATE TRIGGER definitions_unchanged BEFORE UPDATE ON definitions FOR EACH ROW EXECUTE FUNCTION refuse_change();
