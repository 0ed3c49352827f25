-- Credentials: when they were got, and who is renewing them. A refresh token that works once must not be used by two, and
-- nobody may hold a transaction open while the network is asked: the right to ask is a lease in the row.
alter table accounts
  add column obtained_at timestamptz,
  add column refresh_by text,               -- node that asks the network at present
  add column refresh_until timestamptz,     -- real time; then somebody else may ask
  add column refresh_tries integer not null default 0; -- begun with these credentials, without new ones having come of it
update accounts set obtained_at = connected_at;
alter table accounts alter column obtained_at set not null;

-- The projection of an account's machine: only a turn writes it.
create table account_states (
  account_id text primary key,
  workspace_id text not null,
  status text not null constraint account_states_status_known
    check (status in ('healthy', 'expiring', 'needs_reconnect', 'disconnected')),
  reason text,                              -- the network's words, where a person is needed
  expires_at timestamptz,                   -- end of the credentials that the status is about
  updated_at timestamptz not null
) with (fillfactor = 80);
alter table accounts drop column status;

-- serves the search for deliveries that wait for their account: each has a timer until which it is patient
create index mailbox_waiting_accounts on mailbox (workspace_id, actor_id)
  where timer in ('xstate.after.patience.delivery.waiting_account',
                  'xstate.after.patience.delivery.verifying.waiting_account');
