-- A write that changes what posts show counts an edit in its workspace, in the same commit. The write may be a statement of the
-- program, a cascade, or a change by hand. Nodes that cache posts read these counts (feed_heads).

-- The next edit of a workspace of this schema.
create function count_edit(of_schema name, of_workspace text) returns void language plpgsql as $$
begin
  execute format('update %I.feed_heads set edits = edits + 1 where workspace_id = $1', of_schema) using of_workspace;
end $$;

-- Numbers that posts show: one edit for each workspace, in the order in which turns take these rows, so that two cannot deadlock.
create function count_edits_of_numbers() returns trigger language plpgsql as $$
declare
  changed text[];
  one text;
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct workspace_id order by workspace_id) into changed from rows_after
    where post_id is not null and coalesce(views, likes, comments, shares) is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct workspace_id order by workspace_id) into changed from rows_before
    where post_id is not null and coalesce(views, likes, comments, shares) is not null;
  else
    select array_agg(distinct a.workspace_id order by a.workspace_id) into changed
    from rows_after a join rows_before b on b.workspace_id = a.workspace_id and b.post_key = a.post_key
    where coalesce(a.post_id, b.post_id) is not null
      and (a.post_id, a.views, a.likes, a.comments, a.shares) is distinct from (b.post_id, b.views, b.likes, b.comments, b.shares);
  end if;
  foreach one in array coalesce(changed, '{}') loop
    perform count_edit(tg_table_schema, one);
  end loop;
  return null;
end $$;

create trigger tracked_posts_inserted after insert on tracked_posts
  referencing new table as rows_after for each statement execute function count_edits_of_numbers();
create trigger tracked_posts_updated after update on tracked_posts
  referencing old table as rows_before new table as rows_after for each statement execute function count_edits_of_numbers();
create trigger tracked_posts_deleted after delete on tracked_posts
  referencing old table as rows_before for each statement execute function count_edits_of_numbers();

create function count_edit_of_workspace() returns trigger language plpgsql as $$
begin
  perform count_edit(tg_table_schema, new.id);
  return null;
end $$;

create trigger workspaces_edited after update on workspaces
  for each row when (old.timezone is distinct from new.timezone)
  execute function count_edit_of_workspace();

-- The row of a post: its key changes with every write, and the edit is counted at the commit, after the turn has locked what it writes.
alter table posts add column rev integer not null default 0;

create function next_rev_of_post() returns trigger language plpgsql as $$
begin
  new.rev := old.rev + 1;
  return new;
end $$;
create trigger posts_rev before update on posts for each row execute function next_rev_of_post();

create function count_edit_of_post() returns trigger language plpgsql as $$
begin
  perform count_edit(tg_table_schema, new.workspace_id);
  return null;
end $$;
create constraint trigger posts_edited after update on posts deferrable initially deferred
  for each row execute function count_edit_of_post();
