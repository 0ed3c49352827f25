-- Series: what each of their posts says, and by which rule they are made. The actor with the same id has the status.
create table series (
  id text primary key,
  workspace_id text not null,
  account_ids text[] not null,
  -- text, media, options, extras and labels of each post
  content json not null,
  rule text not null,
  -- the first possible time on the wall clock of the zone
  starts_at text not null,
  timezone text not null,
  -- who said last what the posts are
  set_by text not null,
  -- whether that caller may publish without an approval
  may_approve boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index series_of_workspace on series (workspace_id, id desc);
-- for the series of an account that is disconnected
create index series_of_accounts on series using gin (account_ids);

-- The series that made a post, and for which instant; no instant if the series withdrew it.
alter table posts add column series_id text, add column series_at timestamptz;
-- a post that a person changed no longer follows its series
alter table posts add column series_edited boolean;
-- one post for a series and an instant
create unique index posts_of_series on posts (series_id, series_at) where series_id is not null;
