/** A database that refuses writes: every table gets a trigger that raises the error of a moment's choice. */
import { connect } from '../../store/connect.ts';

export interface Outage {
  /** From now on each write fails with this SQLSTATE; null: writes succeed again. */
  set(code: string | null): Promise<void>;
  close(): Promise<void>;
}

/** @param url of a migrated database, with the rights of its owner */
export async function databaseOutage(url: string): Promise<Outage> {
  const sql = connect(url, { applicationName: 'troupe test outage', maxConnections: 1 });
  await sql.unsafe(`
    create table public.outage (code text);
    grant select on public.outage to public;
    create function public.refuse_write() returns trigger language plpgsql as $$
      declare failure text := (select code from public.outage);
      begin
        if failure is not null then raise 'refused by the test' using errcode = failure; end if;
        return null;
      end $$;
    do $$
      declare one record;
      begin
        for one in select schemaname, tablename from pg_tables where schemaname like 'troupe\\_%' loop
          execute format('create trigger outage before insert or update or delete on %I.%I
            for each statement execute function public.refuse_write()', one.schemaname, one.tablename);
        end loop;
      end $$`);
  return {
    async set(code) {
      await sql.begin(async (tx) => {
        await tx`delete from public.outage`;
        if (code !== null) await tx`insert into public.outage (code) values (${code})`;
      });
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
