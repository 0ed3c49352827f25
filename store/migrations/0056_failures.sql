-- Finds posts that failed, on all of their accounts or on some. Until now lists looked through the newest posts of a workspace. A post that
-- is published without an error never enters this index: `reason` stays null, and `shelf` has indexes already, so its updates cost no more.
create index actors_failures on actors (workspace_id, id desc)
  where kind = 'post' and (shelf = 'failed' or shelf = 'published' and reason is not null);
