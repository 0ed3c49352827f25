-- Private replies that wait for a place, by the queue of their network account, which is on their shelf.
create index actors_in_queue on actors (shelf, workspace_id, id) where kind = 'private_reply' and shelf is not null;
