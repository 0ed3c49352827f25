/** A flood of comments (flood.ts) that takes a network more than two hours: the messages after the next hour have places, too. */
// Long test: twice as many comments as test/flows/comment-flood.test.ts, which is answered in the second hour.
import t from 'tap';
import { floodOr } from '../support/property.ts';
import { flood } from './flood.ts';

void t.test('a flood of comments is answered in order, as fast as the network allows', (t) =>
  flood(t, floodOr(1_500)),
);

void t.test('and so it is on two nodes', (t) => flood(t, floodOr(1_500), { onTwoNodes: true }));
