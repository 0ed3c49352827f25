-- Groups of accounts, such as those of a brand or a client: an account is in one of them, or in none.
create table account_groups (
  id text primary key,
  workspace_id text not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- serves the list by name, and lets a name be given once
create unique index account_groups_names on account_groups (workspace_id, lower(name));
alter table accounts add column group_id text references account_groups(id) on delete set null;
-- serves the accounts of a group, and the end of one
create index accounts_of_group on accounts (group_id) where group_id is not null;

-- For whom a connect link is, as the workspace names it.
alter table connect_links add column name text;
