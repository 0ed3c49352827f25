-- How many actors something has in each status, written by the turn that moves them: reading them costs the same however
-- many there are, and they outlive what is pruned. Names are those of the kind, such as `sent` or `skipped duplicate`.
create table counters (
  owner_id text not null,
  name text not null,
  workspace_id text not null,
  count bigint not null,
  primary key (owner_id, name)
) with (fillfactor = 50);

insert into counters (owner_id, name, workspace_id, count)
select rule_id, name, workspace_id, sum(count)
from (
  select p.rule_id, p.workspace_id,
    case when s.shown = 'skipped' then 'skipped ' || coalesce(s.reason, '') else s.shown end as name, count(*) as count
  from private_replies p join actors s on s.id = p.id group by 1, 2, 3
  union all
  select rule_id, workspace_id, case when status = 'skipped' then 'skipped ' || reason else status end, count from rule_counts
) counted
group by 1, 2, 3;

drop table rule_counts;
