-- schema: directory
-- Slugs that workspaces had before: each still means its workspace, and no other workspace gets it (docs/people.md, Settings of a workspace).
-- A slug is looked for here and in workspaces under one lock, because no constraint spans two tables.
create table former_slugs (
  slug text primary key,
  workspace_id text not null references workspaces (id) on delete cascade,
  created_at timestamptz not null,
  constraint former_slugs_form check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$')
);
-- for the lookup of a caller's workspaces
create index former_slugs_of_workspace on former_slugs (workspace_id);
