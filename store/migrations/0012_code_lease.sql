-- Who reads an app's posted codes, and until when: a lease, so that no transaction is open while the network is asked.
alter table code_cursors add column leased_by text, add column leased_until timestamptz;
