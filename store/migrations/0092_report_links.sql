-- Links that show numbers of some accounts to people without an account here, until they end (docs/numbers.md, Reports).
create table report_links (
  id text primary key,
  workspace_id text not null,
  -- what the report shows, and nothing else of the workspace
  account_ids text[] not null,
  -- days of the workspace's calendar, both included
  first_day date not null,
  last_day date not null,
  -- as the person who made it named it; null if it has no name
  name text,
  -- SHA-256 of the secret in the address
  secret_hash bytea not null unique,
  -- the user whose access it depends on
  made_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint report_links_accounts check (cardinality(account_ids) > 0),
  constraint report_links_days check (first_day <= last_day)
);
create index report_links_of_workspace on report_links (workspace_id, id);
create index report_links_age on report_links (expires_at);
