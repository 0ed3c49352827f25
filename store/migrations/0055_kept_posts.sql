-- Nodes keep posts as they show them, and compare one row of the workspace instead of the rows of each post. That row has the number of
-- the newest event. What changes a post without an event, such as its numbers, is counted beside it.
alter table feed_heads add column edits bigint not null default 0;
