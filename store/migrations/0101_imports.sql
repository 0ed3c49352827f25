-- Imports of posts from files (machines/import.ts). The actor of an import says how far it is.
create table imports (
  id text primary key,
  workspace_id text not null,
  -- who sent the file, and may see the import if they are held to some accounts
  user_id text not null,
  -- the key or session of the call, with its scopes: what the rows are created with, and what their entries in the audit name
  made_by jsonb not null,
  -- of the file; null if it was sent without one
  name text,
  format text not null,
  -- accounts of rows that name none, as they were written
  otherwise text[] not null,
  -- the accounts that its rows name
  account_ids text[] not null,
  created_at timestamptz not null
);
-- for the list, newest first
create index imports_of_workspace on imports (workspace_id, id desc);

-- The rows of a file as they are written, and what became of them.
create table import_rows (
  import_id text not null,
  workspace_id text not null,
  -- as a spreadsheet counts: the heading is row 1
  row integer not null,
  cells jsonb not null,
  -- null until it was checked
  ok boolean,
  warnings text[] not null default '{}',
  -- {param, error, code, values}; null if there is none
  problem jsonb,
  primary key (import_id, row)
);

-- The post of each row, written in the commit of the post: no row has two.
create table import_posts (
  import_id text not null,
  row integer not null,
  workspace_id text not null,
  post_id text not null,
  primary key (import_id, row)
);
