-- schema: directory
-- What a person signed in with, such as `Firefox on Linux`; null for sessions from before.
alter table sessions add column device text;

-- Codes by an app on the phone (RFC 6238), which a person enters besides the password.
create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  -- sealed for the user
  secret bytea not null,
  -- null until the first code was entered: until then no code is wanted
  confirmed_at timestamptz,
  -- codes of this and of earlier 30 seconds were used
  last_step bigint not null default 0
);

-- Each signs a person in once without that app. Only hashes are stored.
create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);
