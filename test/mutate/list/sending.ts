/** Nothing is sent twice, and nothing is lost: started marks, lookups, held posts, waits that networks ask for. */
import { changesIn, type Mutant } from '../mutant.ts';

export const sendingMutants: Mutant[] = [
  ...changesIn(
    'src/features/inbox/send.ts',
    ['test/flows/inbox.test.ts'],
    [
      [
        'a repeated Idempotency-Key sends a message again while the first is sending or unknown',
        "(await readEnded(tx, workspace, messageId))?.status === 'failed',",
        "(await readEnded(tx, workspace, messageId))?.status !== 'sent',",
      ],
    ],
  ),
  ...changesIn(
    'machines/message-send.ts',
    ['test/machines/lost-responses.test.ts'],
    [
      [
        'a message that may have arrived is said to be refused',
        "  [\n    {\n      guard: 'mayHaveArrived',\n      target: '#message_send.looking',\n      actions: [fail(failure), 'startLooks'],\n    },\n",
        '  [\n',
      ],
    ],
  ),
  ...changesIn(
    'src/features/posts/publishing/deliver.ts',
    ['test/posts/publishing/deliver.test.ts'],
    [
      [
        'a step that must not be repeated is repeated although it was marked as started',
        'if (mustMark && (effect.started || mayHaveRun)) {',
        'if (mustMark && mayHaveRun) {',
      ],
      [
        'a step that is no longer repeatable is repeated',
        "const mayHaveRun = repeatable === 'no_longer' && effect.tries > 1;",
        'const mayHaveRun = false;',
      ],
      [
        'a call that must not be repeated leaves without a started mark',
        "const mustMark = repeatable !== 'yes';",
        "const mustMark = repeatable === 'no_longer';",
      ],
      [
        'a call leaves although another node took the effect over',
        "if (!ours) throw new Error('the effect was taken over by another node');",
        '',
      ],
      [
        'the failure of a second try is believed for the first',
        'if (effect.tries <= 1 || !isFailure) return outcome;',
        'if (effect.tries >= 1 || !isFailure) return outcome;',
      ],
      [
        'an adapter that throws counts as a failure before anything was sent',
        "return { type: 'outcome.unknown', reason: 'an internal error while sending' };",
        "return { type: 'outcome.retry', reason: 'an internal error while sending' };",
      ],
      [
        "a network's response reaches the journal with a credential in it",
        'return ended(effect, withoutSecrets(resultEvent, secrets));',
        'return ended(effect, resultEvent);',
      ],
      [
        'a step does not take from the budget',
        "if (place.kind === 'wait') {",
        "if (place.kind === 'wait' && place.afterMs < 0) {",
      ],
      [
        "a network's Retry-After does not block the account",
        "if (outcome.kind === 'retry' && outcome.afterMs !== undefined) {",
        "if (outcome.kind === 'retry' && outcome.afterMs === null) {",
      ],
      [
        'a token is used until it is refused instead of being renewed just before',
        'if (expiresAt - now > Math.min(RENEW_AHEAD_MS, lifeMs / 10)) return null;',
        'if (expiresAt > now) return null;',
      ],
      [
        'a post is sent with an access that is known to be broken',
        "if (status === 'needs_reconnect') {",
        "if (status === 'disconnected') {",
      ],
      [
        'a lookup ignores that the network asked to wait',
        "if (blocked) return { type: 'finding.limited'",
        "if (!deps) return { type: 'finding.limited'",
      ],
    ],
  ),
  ...changesIn(
    'src/features/posts/publishing/claims.ts',
    ['test/store/network-posts.test.ts'],
    [
      [
        'two deliveries are published as the same post',
        'if (networkPostId === null || !claimed.has(result.actorId)) return result;',
        'return result;',
      ],
    ],
  ),
  ...changesIn(
    'store/network-posts.ts',
    ['test/store/network-posts.test.ts'],
    [
      [
        'a delivery is refused the post that it holds itself',
        'where n.delivery_id <> c.delivery_id`;',
        'where true`;',
      ],
      [
        'a delivery is told that it holds its own post against itself',
        '::text[]) and delivery_id <> ${query.deliveryId}`;',
        '::text[])`;',
      ],
      [
        'a post of another account counts as held',
        'where platform = ${query.platform} and remote_id = ${query.remoteId}',
        'where platform = ${query.platform}',
      ],
    ],
  ),
  ...changesIn(
    'adapters/lib/held.ts',
    ['test/adapters/mastodon-look.test.ts', 'test/contract/mastodon.test.ts'],
    [
      [
        'a look-alike that another delivery holds is taken for the lost post',
        "return rows.filter((row) => !held.has(idOf(row) ?? ''));",
        'return [...rows];',
      ],
    ],
  ),
  ...changesIn(
    'adapters/mastodon/verify.ts',
    ['test/adapters/mastodon-look.test.ts'],
    [
      [
        'a Mastodon status with the same words from before the first try is taken for the lost one',
        "if (Date.parse(textAt(status, 'created_at') ?? '') < since) return notListed(step, work);",
        '',
      ],
      [
        'a Mastodon status with other files is taken for the lost one',
        '!hasFiles(status, work) || !isBelow(status, step)) continue;',
        '!isBelow(status, step)) continue;',
      ],
      [
        'a Mastodon status below another post is taken for the lost part of a thread',
        '!hasFiles(status, work) || !isBelow(status, step)) continue;',
        '!hasFiles(status, work)) continue;',
      ],
      [
        'a Mastodon lookup believes one page where there are more',
        "if (before === null || !(answer.headers.get('link') ?? '').includes('rel=\"next\"'))",
        'if (answer !== null)',
      ],
    ],
  ),
  ...changesIn(
    'adapters/x/verify.ts',
    ['test/adapters/x.test.ts'],
    [
      [
        'an X post that is not listed yet counts as absent',
        'if (age < LISTED_WITHIN_MS) {',
        'if (age < 0) {',
      ],
      [
        'an X post that X calls a duplicate counts as absent',
        'if (work.duplicate !== null) {',
        "if (work.duplicate === '') {",
      ],
      [
        'a reply with the same words is taken for the lost X post',
        'if (parentId === null) return posts.length === 0;',
        'if (parentId === null) return true;',
      ],
      [
        'an X post below another post is taken for the lost part of a thread',
        "textAt(posts[0], 'id') === parentId",
        "textAt(posts[0], 'id') !== null",
      ],
    ],
  ),
  ...changesIn(
    'adapters/tumblr/verify.ts',
    ['test/adapters/tumblr.test.ts'],
    [
      [
        'a Tumblr post that is not listed yet counts as absent',
        'if (now - (work.triedAt ?? work.since ?? now) < withinMs) {',
        'if (withinMs < 0) {',
      ],
    ],
  ),
  ...changesIn(
    'adapters/lib/own-list.ts',
    ['test/adapters/own-list.test.ts'],
    [
      [
        'a list in no order is read up to its first old post only',
        'if (cursor === null || (isSorted && oldest',
        'if (cursor === null || (oldest',
      ],
      [
        'the first of two posts with the same words is taken for the lost one',
        'only: ours.length === 1 ?',
        'only: ours.length >= 1 ?',
      ],
      [
        'a list that is too long counts as proof that the post is absent',
        "return { kind: 'too_many' };",
        "return { kind: 'none', hasTwin };",
      ],
    ],
  ),
  ...changesIn(
    'src/features/introspection/act-on-actor.ts',
    ['test/flows/debugger.test.ts'],
    [
      [
        'a person gives a delivery the post of another one',
        'await admitByHand(tx, { actor: target, event }, turn.now);',
        'admitByHand satisfies unknown;',
      ],
    ],
  ),
  ...changesIn(
    'adapters/lib/error-rules.ts',
    ['test/adapters/error-rules.test.ts'],
    [
      [
        'a failure of the network counts as proof that nothing was posted',
        "const mayBeLive = rule === null || rule.kind === 'server_error';",
        'const mayBeLive = rule === null;',
      ],
      [
        'a response without the post in it counts as a failure',
        "const mayBeLive = rule === null || rule.kind === 'server_error';",
        "const mayBeLive = rule?.kind === 'server_error';",
      ],
      ['too many calls count as a refusal of the post', "if (status === 429) return 'limited';", ''],
      [
        'a request time-out counts as a refusal of the post',
        "if (status >= 500 || status === 408) return 'server_error';",
        "if (status >= 500) return 'server_error';",
      ],
      [
        'an expired token counts as a refusal of the post',
        "return status === 401 ? 'expired' : 'rejected';",
        "return 'rejected';",
      ],
      [
        "a network's Retry-After is not read",
        'return retryAfterMs(response.headers, now);',
        'return undefined;',
      ],
      [
        "a network's words are kept with a credential in them",
        'return brief(`${network}: ${withoutSecrets(words, credentials, SECRETS)}`);',
        'return brief(`${network}: ${words}`);',
      ],
    ],
  ),
  ...changesIn(
    'adapters/lib/http.ts',
    ['test/adapters/http.test.ts'],
    [
      [
        'a call that timed out counts as never sent',
        "return { kind: 'lost', sent: true, reason: 'no answer in time' };",
        "return { kind: 'lost', sent: false, reason: 'no answer in time' };",
      ],
      [
        'a connection that broke counts as never sent',
        'const sent = !NEVER_SENT.has(code);',
        'const sent = false;',
      ],
      [
        'a Retry-After with a date is ignored',
        'return Number.isNaN(date) ? undefined : Math.max(0, date - now);',
        'return undefined;',
      ],
    ],
  ),
  ...changesIn(
    'adapters/lib/oauth.ts',
    ['test/adapters/oauth.test.ts'],
    [
      [
        'a token endpoint that is overloaded ends the access',
        'if (status === 429 || status === 408 || status >= 500) return null;',
        '',
      ],
      [
        "OAuth's word for a failure that passes ends the access",
        'return error === null || TEMPORARY.has(error) ? null : error;',
        'return error;',
      ],
      [
        'a refused app is taken for a refused account',
        'if (refusesApp(response) || oauth.refusesApp?.(response) === true) return appRefused(network);',
        '',
      ],
      [
        'a refresh without a new refresh token loses the old one',
        'refreshToken: tokens.refreshToken ?? refreshToken,',
        "refreshToken: tokens.refreshToken ?? '',",
      ],
      [
        'scopes that the person did not grant are not noticed',
        'const missing = needed.filter((scope) => !scopes.includes(scope));',
        'const missing: string[] = [];',
      ],
      [
        "the app's secret follows a redirect to another host",
        "redirect: 'manual', // a redirect",
        "redirect: 'follow', // a redirect",
      ],
    ],
  ),
  ...changesIn(
    'machines/post.ts',
    ['test/machines/post.test.ts'],
    [
      [
        'a retry of one account sends to all after the pages were read',
        "isOpen: event.type === 'pages.read',",
        'isOpen: false,',
      ],
      [
        'a post that links to pages is sent before they are read',
        'hasPages: ({ context }) => context.linksToPages,',
        'hasPages: () => false,',
      ],
    ],
  ),
  ...changesIn(
    'src/features/link-previews/page.ts',
    ['test/link-previews/page.test.ts'],
    [
      [
        'the picture of a page may be at a private address',
        "guard.check(url, guard.allows(base) ? 'both' : 'real') !== null)",
        "guard.check(url, guard.allows(base) ? 'both' : 'real') === undefined)",
      ],
      ['a page with many open elements is parsed to its end', 'open > MAX_OPEN ||', ''],
    ],
  ),
  ...changesIn(
    'src/features/posts/link-preview.ts',
    ['test/posts/link-preview.test.ts'],
    [
      [
        'the preview of an address that was cut is shown',
        '(isCut && first.mayGoOn)) return null;',
        '(isCut && first.start < 0)) return null;',
      ],
    ],
  ),
  ...changesIn(
    'src/features/posts/draft.ts',
    ['test/flows/link-previews.test.ts'],
    [
      [
        'the preview of a page at a private address is taken',
        'const refused = url === undefined || media.isHosted(url) ? null : guard.check(url, networks);',
        'const refused = url === undefined || media.isHosted(url) ? null : null;',
      ],
    ],
  ),
  ...changesIn(
    'store/link-previews.ts',
    ['test/flows/link-previews.test.ts'],
    [
      [
        'a workspace sees which pages another one has read',
        'where workspace_id = ${workspaceId} and url',
        "where workspace_id <> '' and url",
      ],
    ],
  ),
];
