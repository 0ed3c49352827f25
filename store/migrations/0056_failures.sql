-- Posts that failed, on all of their accounts or on some: lists found them by looking through the newest posts of a workspace. A step of a
-- post that goes well changes neither column of the condition more often than other indexes have it already, so it writes no entry more.
create index actors_failures on actors (workspace_id, id desc)
  where kind = 'post' and (shelf = 'failed' or shelf = 'published' and reason is not null);
