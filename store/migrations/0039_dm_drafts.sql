-- Who made a version: a user of the directory. null: it was made before this was kept.
alter table dm_automation_versions add column made_by text;
-- The version whose steps and trigger it has again; null: none.
alter table dm_automation_versions add column restores integer;

-- Steps and trigger that somebody is working on: one draft for each automation. Nobody gets them before they are published.
create table dm_automation_drafts (
  automation_id text primary key references dm_automations (id) on delete cascade,
  workspace_id text not null,
  -- which version it was begun from
  version integer not null,
  -- how often it was saved: who saves says which of them they read
  revision integer not null,
  -- as they were sent: a draft may break rules
  trigger json not null,
  steps json not null,
  saved_by text not null,
  saved_at timestamptz not null
);
-- How often a draft of it was saved or discarded, so that none is replaced by somebody who has read an older one.
alter table dm_automations add column draft_revision integer not null default 0;
