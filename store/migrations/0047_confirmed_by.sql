-- Who agreed to the call: `call`, the caller by a second call, or the id of the person who allowed it. null: nobody had to.
alter table tool_calls add column confirmed_by text;
