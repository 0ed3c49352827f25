-- Made by `npm run schema` from store/migrations. Do not edit.

create table accounts (
  id text not null,
  workspace_id text not null,
  platform text not null,
  remote_id text not null,
  display_name text not null,
  username text not null,
  avatar_url text,
  url text,
  status text not null,
  on_unknown text default 'retry'::text not null,
  endpoints jsonb not null,
  limits jsonb default '{}'::jsonb not null,
  credentials bytea not null,
  credentials_version integer default 1 not null,
  expires_at timestamp with time zone,
  connected_at timestamp with time zone not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_workspace_id_platform_remote_id_key UNIQUE (workspace_id, platform, remote_id),
  constraint accounts_on_unknown_known CHECK (on_unknown = ANY (ARRAY['retry'::text, 'hold'::text])),
  constraint accounts_status_known CHECK (status = ANY (ARRAY['healthy'::text, 'expiring'::text, 'needs_reconnect'::text]))
);

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
  constraint actors_pkey PRIMARY KEY (id),
  constraint actors_status_known CHECK (status = ANY (ARRAY['active'::text, 'done'::text, 'needs_attention'::text]))
) with (fillfactor=70);
CREATE INDEX actors_of_parent ON actors USING btree (parent_id) WHERE (parent_id IS NOT NULL);

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
CREATE INDEX effects_of_actor ON effects USING btree (actor_id);
CREATE INDEX effects_of_node ON effects USING btree (node_id, id);

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

create table installation (
  name text not null,
  value bytea not null,
  constraint installation_pkey PRIMARY KEY (name)
);

create table journal (
  actor_id text not null,
  seq integer not null,
  workspace_id text not null,
  version integer not null,
  at timestamp with time zone not null,
  event json not null,
  value json not null,
  detail json not null,
  constraint journal_pkey PRIMARY KEY (actor_id, seq)
);

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

create table members (
  workspace_id text not null,
  user_id text not null,
  created_at timestamp with time zone not null,
  constraint members_pkey PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_of_user ON members USING btree (user_id, created_at, workspace_id);

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

create table schema_migrations (
  number integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table users (
  id text not null,
  email text,
  name text not null,
  created_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email)
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
alter table feed_heads add constraint feed_heads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table members add constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table members add constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table posts add constraint posts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table webhook_endpoints add constraint webhook_endpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;
alter table webhook_sends add constraint webhook_sends_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;
alter table webhook_tries add constraint webhook_tries_send_id_fkey FOREIGN KEY (send_id) REFERENCES webhook_sends(id) ON DELETE CASCADE;
