-- schema: directory
-- Links by which people who forgot their password choose a new one. Of the link's secret only the hash is stored.
create table password_resets (
  hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_of_user on password_resets (user_id);
create index password_resets_by_age on password_resets (expires_at);
