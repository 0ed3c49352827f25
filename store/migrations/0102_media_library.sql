-- The library of a workspace: what its files are called, who gave them to it, and what is on them.
alter table media add column file_name text;
-- for people who do not see it; null if nobody described it
alter table media add column alt_text text;
-- of videos, where the file says it
alter table media add column duration_seconds double precision;
-- null for files of an older program
alter table media add column uploaded_by text;
alter table media add column uploaded_by_name text;
-- the name and the description in the form in which texts are compared, for the search
alter table media add column searched text not null default '';
-- for the list, newest first
create index media_of_workspace on media (workspace_id, id desc);
-- whether another workspace has the same file
create index media_by_name on media (name);

-- Files that were deleted from a library. The file itself is deleted later, once nothing needs it (store/media-removals.ts). The row
-- stays for a while after that, for an upload of the same file that began before.
create table media_removals (
  name text primary key,
  workspace_id text not null,
  -- although posts that are not out need it
  forced boolean not null,
  requested_at timestamptz not null,
  checked_at timestamptz not null,
  -- when the file was deleted; null: not yet
  removed_at timestamptz
);
create index media_removals_due on media_removals (checked_at) where removed_at is null;

-- A post is found by its files, too (src/kinds/views/post-words.ts): those with files that are hosted here are indexed again.
update posts set words = null
where words <> '' and (
  array_to_string(media, ' ') like '%/media/%' or options::text like '%/media/%' or extras::text like '%/media/%');
