-- Finds the posts that have a text: a warning says that an account gets the same text again within a day.
create index posts_of_text on posts (workspace_id, hashtextextended(content, 0), id desc);
create index posts_with_overrides on posts (workspace_id, id desc) where extras -> 'overrides' is not null;
