/** A refusal of every network whose plan warns of it says so: most networks do not say why they refuse a text. */
import t from 'tap';
import { networks } from '../../../adapters/networks.ts';
import { networks as simulators } from '../../../simulators/networks.ts';
import { withPrediction } from '../../../src/features/posts/publishing/predicted.ts';
import { setScene } from '../../contract/drive.ts';
import { post } from '../../contract/media.ts';

/** Texts that are too long, too many or too short for some network, with the files it needs. */
const POSTS = [281, 501, 2201, 3001, 63_207].flatMap((length) => [
  post('a'.repeat(length)),
  post('a'.repeat(length), ['photo.jpg']),
  post('😀'.repeat(length)),
]);
POSTS.push(post(Array.from({ length: 40 }, (_, n) => `https://example.org/${n}`).join(' ')));
POSTS.push(post(Array.from({ length: 40 }, (_, n) => `#tag${n}`).join(' '), ['photo.jpg']));
POSTS.push(post('Hi\n\nText'));

/** What each network's refusal of a text of 63,207 letters ends with. */
const TOO_LONG: { [network: string]: string } = {
  x: 'X counts 63207 characters and takes 280: shorten it (a link counts 23, an emoji 2).',
  facebook: 'Facebook takes 63206 characters and the text has 63207: shorten it.',
  linkedin: 'LinkedIn takes 3000 characters and the text has 63207: shorten it.',
  threads: 'Threads takes 500 characters, counting emoji by their bytes, and the text has 63207: shorten it.',
  instagram: 'Instagram takes 2200 characters and the text has 63207: leave some out.',
};

for (const [network, { publish }] of Object.entries(networks)) {
  const simulated = simulators.find(({ platform }) => platform === network)!;
  void t.test(`${network}: a refusal says what its plan predicted`, async (t) => {
    const { account } = setScene({ adapter: networks[network as never], network: simulated });
    for (const one of POSTS) {
      const plan = publish.plan(one, account);
      const predicted = plan.warnings.filter((warning) => / refuse /.test(warning));
      const certain = plan.warningDetails?.filter(({ willRefuse }) => willRefuse) ?? [];
      t.same(
        certain.map(({ message }) => message),
        plan.warnings.filter((warning) => /will refuse/.test(warning)),
        'what a program is told is what a person reads',
      );
      const outcome = withPrediction({ kind: 'rejected', reason: 'Not permitted. (HTTP 403)' }, plan);
      const reason = outcome.kind === 'rejected' ? outcome.reason : '';
      t.ok(reason.startsWith('Not permitted. (HTTP 403)'));
      t.equal(reason === 'Not permitted. (HTTP 403)', predicted.length === 0, one.text.slice(0, 9));
      t.notMatch(reason, /will refuse|content: |\.\.| {2}/);
      const isLongest = one.text.length === 63_207 && one.text.startsWith('a');
      const sentence = TOO_LONG[network];
      if (sentence === undefined || !isLongest || (network === 'instagram' && one.media.length === 0))
        continue;
      t.ok(reason.includes(` ${sentence}`), `${reason.slice(0, 300)} / ${sentence}`);
    }
  });
}
