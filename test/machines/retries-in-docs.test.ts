/** The documents name the waits before retries of messages: the numbers are those of the machines. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { ACT_AGAIN_AFTER_MS, SECOND_LOOK_AFTER_MS } from '../../machines/comment-act.ts';
import { RETRY_AFTER_MS } from '../../machines/delivery/index.ts';
import { HOURLY_LOOKUPS, SOON_LOOKUP_WAITS_MS } from '../../machines/lookup-waits.ts';
import { SECOND_LOOK_MS, SEND_AGAIN_AFTER_MS } from '../../machines/message-send.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
const seconds = (waits: readonly number[]) => waits.map((ms) => ms / 1_000);
const minutes = (waits: readonly number[]) => waits.map((ms) => ms / 60_000);

void t.test('the waits before retries are those in the documents', async (t) => {
  const [contract, receiving, flows] = ['contract.md', 'receiving.md', 'flows.md'].map(read);
  const [one, two] = seconds(SEND_AGAIN_AFTER_MS);
  const message = `after ${one} and ${two} seconds`;
  const act = `after ${seconds(ACT_AGAIN_AFTER_MS).join(' and ')} seconds`;
  const post = `after ${minutes(RETRY_AFTER_MS)
    .join(', ')
    .replace(/, (\d+)$/, ' and $1')} minutes`;
  t.match(contract, `retries of a temporary failure | ${RETRY_AFTER_MS.length}, ${post} |`);
  t.match(contract, `of an automation, after 429 or 5xx | ${SEND_AGAIN_AFTER_MS.length}, ${message} |`);
  t.match(contract, `5xx or a lost response | ${ACT_AGAIN_AFTER_MS.length}, ${act} |`);
  const [first, ...rest] = SOON_LOOKUP_WAITS_MS;
  const again = `${minutes(rest)
    .join(', ')
    .replace(/, (\d+)$/, ' and $1')} minutes`;
  t.match(
    contract,
    `made again after ${first / 1_000} seconds and ${again}, then each hour for ${HOURLY_LOOKUPS} hours`,
  );
  t.match(contract, `at once and ${SECOND_LOOK_MS / 1_000} seconds later`);
  t.match(receiving, `the second ${SECOND_LOOK_AFTER_MS / 1_000} seconds later`);
  t.match(receiving, `two retries ${message}`);
  t.match(receiving, `is repeated ${act}`);
  t.match(flows, `two retries ${message}`);
});
