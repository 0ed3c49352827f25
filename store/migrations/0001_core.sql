-- Who may do what: people, the workspaces they belong to, and their API keys.
create table users (
  id text primary key,
  email text unique,
  name text not null,
  created_at timestamptz not null
);

create table workspaces (
  id text primary key,
  slug text not null unique constraint workspaces_slug_form check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null,
  timezone text not null,
  plan text not null constraint workspaces_plan_known
    check (plan in ('none', 'trial', 'starter', 'developer', 'pro', 'agency')),
  -- null: no posting schedule; else [{day, time}] in the workspace's time zone
  slots jsonb,
  created_at timestamptz not null
);

create table members (
  workspace_id text not null references workspaces on delete cascade,
  user_id text not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (workspace_id, user_id)
);
create index members_of_user on members (user_id, created_at, workspace_id);

-- A key is stored as the SHA-256 of its 256 random bits: nobody can read it back.
create table api_keys (
  id text primary key,
  user_id text not null references users on delete cascade,
  name text not null,
  hash bytea not null unique,
  hint text not null, -- its last four characters, to tell keys apart
  created_at timestamptz not null,
  last_used_at timestamptz
);

create table accounts (
  id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  platform text not null,
  remote_id text not null,
  display_name text not null,
  username text not null,
  avatar_url text,
  url text,
  status text not null constraint accounts_status_known check (status in ('healthy', 'expiring', 'needs_reconnect')),
  on_unknown text not null default 'retry' constraint accounts_on_unknown_known check (on_unknown in ('retry', 'hold')),
  endpoints jsonb not null,
  limits jsonb not null default '{}',
  -- AES-256-GCM sealed JSON; the version tells a refresh that another node was faster
  credentials bytea not null,
  credentials_version integer not null default 1,
  expires_at timestamptz,
  connected_at timestamptz not null,
  unique (workspace_id, platform, remote_id)
);

-- What a user posts. Where it stands is in post_states: that row is rewritten with every step, this one is not.
create table posts (
  id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  content text not null,
  account_ids text[] not null,
  platforms text[] not null, -- of the accounts, in their order
  media text[] not null,
  options json not null,
  warnings json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- serves the list, newest first: ids sort by creation
create index posts_of_workspace on posts (workspace_id, id desc);

-- The projection of a post's machine: only a turn writes it.
create table post_states (
  post_id text primary key,
  workspace_id text not null,
  status text not null constraint post_states_status_known
    check (status in ('draft', 'scheduled', 'publishing', 'published', 'failed', 'removed')),
  scheduled_at timestamptz,
  published_at timestamptz,
  error text,
  updated_at timestamptz not null
) with (fillfactor = 80);
-- serves the list by status
create index post_states_by_status on post_states (workspace_id, status, post_id desc);
-- serves next-slot: which slots are taken
create index post_states_scheduled on post_states (workspace_id, scheduled_at) where status = 'scheduled';

-- Actors: one row each, the whole memory of a machine.
create table actors (
  id text primary key,
  workspace_id text not null,
  -- the actor it was started by and reports to: a delivery's post
  parent_id text,
  kind text not null,
  version integer not null,  -- of the machine
  seq integer not null,      -- steps taken; the optimistic lock of a turn
  status text not null constraint actors_status_known check (status in ('active', 'done', 'needs_attention')),
  snapshot json not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
-- serves a post's deliveries
create index actors_of_parent on actors (parent_id) where parent_id is not null;

-- Everything that can happen to an actor. A timer is a message addressed to the future, with a name to cancel it by.
create table mailbox (
  id bigint generated always as identity primary key,
  workspace_id text not null,
  actor_id text not null,
  due_at timestamptz not null,
  timer text,
  event json not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- serves the claim: what is due, in order
create index mailbox_due on mailbox (due_at, id);
-- serves the collection of an actor's messages, and makes a timer one row
create index mailbox_of_actor on mailbox (actor_id, id);
create unique index mailbox_timer on mailbox (actor_id, timer) where timer is not null;

-- Everything an actor wants done outside. Owned by the node that made it until that node is dead.
create table effects (
  id bigint generated always as identity primary key,
  workspace_id text not null,
  actor_id text not null,
  type text not null,
  params json not null,
  node_id text not null,
  tries integer not null default 1,  -- how often a node took it up
  started_at timestamptz,            -- set before a call leaves that must not be repeated blindly
  created_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- serves the take-over of a dead node's effects
create index effects_of_node on effects (node_id, id);

-- What happened. A page holds the steps that a family of actors (a post with its deliveries) took in one commit: pages
-- are half as many rows to write as steps, and one look finds all that bears on a post.
create table journal_pages (
  -- the actor that started the others, or the only one
  family text not null,
  id bigint generated always as identity,
  workspace_id text not null,
  at timestamptz not null,
  -- [{actor?, seq, version?, event, value, taken?, effects?, timers?, cancels?, fault?}] in the order they were taken;
  -- without actor: the family's first; without version: 1
  steps json not null,
  primary key (family, id)
);

-- One row a step. (event, at) replays to the same snapshot.
create view journal as
  select coalesce(s.actor, p.family) as actor_id, s.seq, p.workspace_id, coalesce(s.version, 1) as version, p.at, s.event,
         s.value, s.taken, s.effects, s.timers, s.cancels, s.fault, p.family, p.id as page
  from journal_pages p
  cross join json_to_recordset(p.steps) s(
    actor text, seq integer, version integer, event json, value json, taken json, effects json, timers json, cancels json,
    fault text
  );

-- A node that does not beat is dead, and its effects are anybody's.
create table nodes (
  id text primary key,
  started_at timestamptz not null,
  alive_until timestamptz not null,
  roles text not null
);

-- The live feed. Each workspace counts its own events; the row of the counter is locked until commit, so that the
-- order of numbers is the order in which they become visible: a reader that has seen n never meets n - 1 later.
create table feed_heads (
  workspace_id text primary key references workspaces on delete cascade,
  seq bigint not null
) with (fillfactor = 50);
-- One row a transaction and workspace: the events last_seq - count + 1 … last_seq.
create table feed (
  workspace_id text not null,
  last_seq bigint not null,
  count integer not null,
  at timestamptz not null,
  events json not null,
  primary key (workspace_id, last_seq)
);
create index feed_age on feed (at);

-- The first answer of a POST that carried an Idempotency-Key, written in the transaction of what it made.
create table idempotency_keys (
  user_id text not null,
  key text not null,
  request_hash bytea not null,
  response json not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table webhook_endpoints (
  id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  url text not null,
  events text[] not null,
  secret bytea not null, -- sealed
  retries boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null
);
create index webhook_endpoints_of_workspace on webhook_endpoints (workspace_id, created_at, id);

-- An event on its way to an endpoint, and the log of its tries. The body is kept as sent: the same on every try.
create table webhook_sends (
  id text primary key,
  workspace_id text not null,
  endpoint_id text not null references webhook_endpoints on delete cascade,
  event_id text not null,
  event text not null,
  body text not null,
  created_at timestamptz not null
);
create index webhook_sends_of_endpoint on webhook_sends (endpoint_id, created_at desc, id desc);
create index webhook_sends_age on webhook_sends (created_at);
create table webhook_tries (
  send_id text not null references webhook_sends on delete cascade,
  attempt integer not null,
  started_at timestamptz not null, -- committed before the call leaves: once means once
  finished_at timestamptz,
  status_code integer,
  error text,
  primary key (send_id, attempt)
);

-- Facts of this installation, such as a value sealed with its secret key: a node with another key is told so at start.
create table installation (
  name text primary key,
  value bytea not null
);
