-- serves the list of a workspace's connect links, newest first: ids sort by creation
create index connect_links_of_workspace on connect_links (workspace_id, id desc);
