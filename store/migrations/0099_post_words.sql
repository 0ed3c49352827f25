-- The words by which a search finds a post (src/kinds/views/post-words.ts). The program cuts them, in any script.

-- Of what was written, with the workspace and the labels as words of their own, so that a search reads the entries of one workspace
-- only. null: written by an older program, and not indexed yet. A node does that in the background (src/service/indexing.ts).
alter table posts add column words tsvector;
-- Of the error, written by the turn in which the post fails. null means that there is no error.
alter table posts add column error_words tsvector;

-- Entries wait in a list of 1 MB: with a longer one a create costs less, and a search, which reads all of it, more. The statements of store/post-search.ts repeat the expression.
create index posts_words on posts using gin ((words || coalesce(error_words, ''::tsvector))) with (gin_pending_list_limit = 1024);
-- for the node that indexes posts of older programs; it is empty once that is done
create index posts_without_words on posts (id) where words is null;
