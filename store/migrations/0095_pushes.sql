-- Pushes to browsers. Their actors decide when they are sent (machines/push.ts).
create table pushes (
  id text primary key,
  workspace_id text not null,
  -- in the directory
  subscription_id text not null,
  user_id text not null,
  -- null: a test that the person asked for
  notification_id text,
  -- the number of the last try that was handed over
  started integer not null default 0,
  created_at timestamptz not null
);
-- retention
create index pushes_age on pushes (created_at);
-- the removal of a workspace
create index pushes_of_workspace on pushes (workspace_id);
