-- An account that waits for the operator: the settings lack the app that its access is renewed by.
alter table account_states drop constraint account_states_status_known;
alter table account_states add constraint account_states_status_known
  check (status in ('healthy', 'expiring', 'needs_reconnect', 'needs_app', 'disconnected'));
-- serves the accounts that are told when the settings were read anew
create index account_states_needing_app on account_states (account_id) where status = 'needs_app';
-- serves the retention: states of accounts that were disconnected long ago
create index account_states_disconnected on account_states (updated_at) where status = 'disconnected';

-- What ending the access of a disconnected account takes; gone when that is done or given up.
create table revocations (
  account_id text primary key,
  workspace_id text not null,
  platform text not null,
  remote_id text not null,
  username text not null,
  endpoints jsonb not null,
  credentials bytea not null,               -- sealed for the account
  created_at timestamptz not null
);
-- serves the retention
create index revocations_by_age on revocations (created_at);
-- serves the search for the same account in other workspaces, before its access is ended
create index accounts_by_remote_id on accounts (platform, remote_id);
