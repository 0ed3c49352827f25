/** A flood of comments (flood.ts) that takes a network more than an hour to let the answers through. */
// Long test: a flood takes minutes of processor time; rule-queue.test.ts and test/rules/reply-queue.test.ts hold the order and the limit at every change.
import t from 'tap';
import { floodOr } from '../support/property.ts';
import { flood } from './flood.ts';

void t.test('a flood of comments is answered in order, as fast as the network allows', (t) =>
  flood(t, floodOr(750)),
);
