-- serves GET /v1/performance, its order and its sums, from the index alone
drop index tracked_posts_by_time;
create index tracked_posts_by_time on tracked_posts (workspace_id, published_at desc, post_key)
  include (account_id, platform, network_post_id, views, likes, comments, shares);
