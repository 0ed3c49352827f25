/** What changes while it is read for the first time is read once more (web/src/base/live/reading.ts). */
import { QueryObserver, InfiniteQueryObserver } from '@tanstack/react-query';
import t from 'tap';
import { Queries, readOnceMore } from '../../web/src/base/live/reading.ts';
import { eventually } from '../support/eventually.ts';

/** A service whose responses wait until they are let go; each tells what was true when it was asked. */
function slowService(first: string) {
  let truth = first;
  const waiting: (() => void)[] = [];
  let asked = 0;
  return {
    asked: () => asked,
    becomes: (value: string) => (truth = value),
    read: () => {
      asked += 1;
      const then = truth;
      return new Promise<string>((answer) => waiting.push(() => answer(then)));
    },
    letGo: () => {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

const noRetry = { defaultOptions: { queries: { retry: false, gcTime: 0 } } };

void t.test('a query that is out of date before its first response is read again', async (t) => {
  const queries = new Queries(noRetry);
  const service = slowService('old');
  const shown: unknown[] = [];
  const stop = new QueryObserver(queries, { queryKey: ['a'], queryFn: service.read }).subscribe(({ data }) =>
    shown.push(data),
  );
  service.becomes('new');
  void queries.invalidateQueries({ queryKey: ['a'] });
  void queries.invalidateQueries({ queryKey: ['a'] });
  service.letGo();
  await eventually(() => service.asked() === 2);
  service.letGo();
  await eventually(() => shown.at(-1) === 'new');
  t.equal(service.asked(), 2, 'once for both changes');
  stop();
});

void t.test('a list of pages: the next step comes while the first page is read', async (t) => {
  const queries = new Queries(noRetry);
  const service = slowService('begins');
  const list = new InfiniteQueryObserver(queries, {
    queryKey: ['runs'],
    queryFn: service.read,
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  let pages: unknown[] | undefined;
  const stop = list.subscribe(({ data }) => (pages = data?.pages));
  service.becomes('asked');
  void queries.invalidateQueries({ queryKey: ['runs'] });
  service.letGo();
  await eventually(() => service.asked() === 2);
  service.letGo();
  await eventually(() => pages?.[0] === 'asked');
  stop();
  t.pass();
});

void t.test('a list that has data and is being read is read once more where that is asked for', async (t) => {
  const queries = new Queries(noRetry);
  const service = slowService('old');
  queries.setQueryData(['a'], 'older');
  const stop = new QueryObserver(queries, { queryKey: ['a'], queryFn: service.read }).subscribe(
    () => undefined,
  );
  await eventually(() => service.asked() === 1);
  service.becomes('new');
  void readOnceMore(queries, { queryKey: ['a'] });
  void readOnceMore(queries, { queryKey: ['a'] });
  service.letGo();
  await eventually(() => service.asked() === 2);
  service.letGo();
  await eventually(() => queries.getQueryData(['a']) === 'new');
  void readOnceMore(queries, { queryKey: ['a'] });
  t.equal(service.asked(), 2, 'nothing is read that is not being read');
  stop();
});

void t.test('a first read that fails stays failed: the page offers to try again', async (t) => {
  const queries = new Queries(noRetry);
  let asked = 0;
  const queryFn = async () => {
    asked += 1;
    await new Promise((done) => setTimeout(done, 20));
    throw new Error('unreachable');
  };
  const stop = new QueryObserver(queries, { queryKey: ['a'], queryFn }).subscribe(() => undefined);
  await queries.invalidateQueries({ queryKey: ['a'] });
  t.equal(queries.getQueryState(['a'])?.status, 'error');
  t.equal(asked, 1);
  stop();
});
