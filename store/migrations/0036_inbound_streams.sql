-- Streams by which networks send events to an installation that they cannot call. One node holds a stream, since networks
-- limit how many an app may open. Times are about real time, as all leases are.
create table inbound_streams (
  platform text primary key,
  node_id text,
  held_until timestamptz not null,
  -- when something was last heard, an empty line too: what came later is asked for again
  heard_at timestamptz,
  problem text
);
