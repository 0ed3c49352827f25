-- A person who signed in may remove the app at the network, or ask there that their data be deleted. The network names them
-- by their id at this app.
alter table accounts add column login_id text;
create index accounts_of_login on accounts (platform, login_id) where login_id is not null;

-- What was asked for, for the page that the network shows the person.
create table data_deletions (
  code text primary key,
  platform text not null,
  asked_at timestamptz not null,
  done_at timestamptz,          -- null: not yet
  accounts integer not null default 0,
  conversations integer not null default 0,
  comments integer not null default 0
);
