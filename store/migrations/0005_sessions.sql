-- People who sign in to the dashboard.
alter table users add column password text; -- scrypt with its parameters and salt; null: cannot sign in
-- serves the sign-in: addresses are compared without regard to case
create index users_by_email on users (lower(email)) where email is not null;

-- A session is stored as the SHA-256 of the 256 random bits in its cookie.
create table sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null, -- to about an hour
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);
-- serves the pruning
create index sessions_age on sessions (expires_at);
