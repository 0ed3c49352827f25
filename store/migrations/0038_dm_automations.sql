-- Automations of direct messages as they are listed and as acts of people are compared with them; each is an actor, which decides.
create table dm_automations (
  id text primary key,
  workspace_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  trigger json not null,
  -- of the ref link, which names one automation of an account
  ref text,
  reentry text not null,
  cooldown_hours integer not null,
  -- as its actor has it: a row that starts people is locked, so that it is not paused meanwhile
  active boolean not null,
  version integer not null,
  created_at timestamptz not null,
  unique (account_id, ref)
);
create index dm_automations_of_workspace on dm_automations (workspace_id, id desc);

-- The versions of an automation. Its steps are a definition, which is the chart of the runs that began with the version.
create table dm_automation_versions (
  automation_id text not null references dm_automations (id) on delete cascade,
  version integer not null,
  workspace_id text not null,
  definition_id text not null,
  trigger json not null,
  created_at timestamptz not null,
  primary key (automation_id, version)
);

-- People in automations. The actor with the same id has their status and the log of their steps.
create table dm_runs (
  id text primary key,
  workspace_id text not null,
  automation_id text not null references dm_automations (id) on delete cascade,
  version integer not null,
  definition_id text not null,
  account_id text not null,
  conversation_id text not null references conversations (id) on delete cascade,
  started_at timestamptz not null
);
create index dm_runs_of_automation on dm_runs (automation_id, id desc);
create index dm_runs_of_conversation on dm_runs (conversation_id, started_at);

-- Who began an automation, and when last. It outlives the runs.
create table dm_people (
  automation_id text not null references dm_automations (id) on delete cascade,
  person_id text not null,
  workspace_id text not null,
  started_at timestamptz not null,
  primary key (automation_id, person_id)
);

-- One run at a time for a person and account: its parent is their conversation.
create unique index actors_one_dm_run on actors (parent_id) where kind = 'dm_run' and status <> 'done';
