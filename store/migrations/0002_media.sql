-- Files that somebody gave us to host. The file itself is in a folder or a bucket, under a name made of its hash; copies
-- that are converted for a network have no row, for they can be made again at any time.
create table media (
  id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  -- its last part in the address, and its name in the store
  name text not null,
  sha256 bytea not null constraint media_sha256_length check (octet_length(sha256) = 32),
  content_type text not null,
  bytes bigint not null constraint media_bytes_positive check (bytes > 0),
  -- pixels, of images
  width integer,
  height integer,
  created_at timestamptz not null,
  constraint media_pixels_both check ((width is null) = (height is null)),
  -- the same bytes given twice are one file, even at the same moment; serves what a workspace holds, too
  unique (workspace_id, name)
);
