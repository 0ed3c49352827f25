-- schema: directory
-- Browsers that get pushes about what needs their person (docs/dashboard.md, Notifications). One ends with the session in which it was added.
create table push_subscriptions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  -- address and keys, sealed for the id
  content bytea not null,
  created_at timestamptz not null
);
-- the browsers of a person
create index push_subscriptions_of_user on push_subscriptions (user_id);
-- the end of a session
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- Whether a member gets pushes about the workspace, in the browsers that they added.
alter table members add column notification_pushes boolean not null default true;
