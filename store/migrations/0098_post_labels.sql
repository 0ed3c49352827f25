-- Words that people give a post, to find it by.
alter table posts add column labels text[] not null default '{}';
-- for the counts of labels
create index posts_labelled on posts (workspace_id, id desc) where labels <> '{}';
