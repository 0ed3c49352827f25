-- Which delivery holds which post of a network account. A post that one delivery holds proves nothing about another one
-- with the same words: the key says so, whatever a lookup found. By the network's account and not by ours, since the
-- same one may be connected in two workspaces.
create table network_posts (
  platform text not null,
  remote_id text not null,                  -- of the account, as the network has it
  network_post_id text not null,
  delivery_id text not null,
  held_since timestamptz not null,
  primary key (platform, remote_id, network_post_id)
);
insert into network_posts (platform, remote_id, network_post_id, delivery_id, held_since)
select a.platform, a.remote_id, d.snapshot #>> '{context,networkPostId}', d.id, d.updated_at
from actors d
join accounts a on a.id = d.snapshot #>> '{context,accountId}'
where d.kind = 'delivery' and d.snapshot #>> '{context,networkPostId}' is not null
order by d.id
on conflict do nothing;
