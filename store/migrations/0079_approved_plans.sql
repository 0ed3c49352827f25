-- The cell's copy of what the directory says: whether posts of people who may not approve wait for an approval.
alter table workspaces add column approval boolean not null default false;

-- What of a post was approved last, to show what was changed since. Deleted with the post.
create table approved_plans (
  post_id text primary key,
  workspace_id text not null,
  -- text, accounts, media, options and the rest of the post, as its row had them
  content json not null,
  -- when it was to go out
  planned_at timestamptz,
  approved_at timestamptz not null
);
create index approved_plans_of_workspace on approved_plans (workspace_id);
