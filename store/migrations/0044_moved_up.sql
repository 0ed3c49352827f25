alter table answering_settings
  -- messages have left the queue without being sent: those behind them may move up
  add column places_freed_at timestamptz,
  -- when those that wait moved up last: what nodes counted before is out of date
  add column moved_up_at timestamptz;
create index answering_settings_freed on answering_settings (account_id) where places_freed_at is not null;
