/** The process's own time zone, which nothing may depend on. */
import type { Test } from 'tap';

/** @returns a function that sets it, until the test ends */
export function processTimeZone(t: Test): (zone: string) => void {
  const before = process.env['TZ'];
  t.teardown(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
  return (zone) => {
    process.env['TZ'] = zone;
  };
}
