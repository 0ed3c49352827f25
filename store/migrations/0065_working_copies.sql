-- What people are writing in the dashboard and have not saved as a post yet.
create table working_copies (
  workspace_id text not null,
  -- the id of the post that is edited; of a new post the user who writes it
  about text not null,
  -- changes with each save and never comes back, also after the row was deleted: a save names the one that it replaces
  revision text not null,
  -- as the dashboard sent it
  content json not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (workspace_id, about)
);
create index working_copies_by_age on working_copies (saved_at);
