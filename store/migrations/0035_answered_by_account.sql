-- schema: directory
-- How many comments of a network account were answered within the last hour, over all workspaces.
create index answered_comments_by_account on answered_comments (platform, remote_id, claimed_at);
