-- Pages that posts link to, as they were read last: what networks show below a post. They are read again after an hour.
-- A page that could not be read has a reason and nothing else.
create table link_previews (
  workspace_id text not null,
  url text not null,
  title text,
  description text,
  image text,
  reason text,
  read_at timestamptz not null,
  primary key (workspace_id, url)
);
create index link_previews_by_time on link_previews (read_at);
