-- Templates of posts: what a post says, kept under a name, from which people make drafts.
create table post_templates (
  id text primary key,
  workspace_id text not null,
  name text not null,
  account_ids text[] not null,
  -- text, media, options, extras and labels
  content json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index post_templates_names on post_templates (workspace_id, lower(name));
