/** Apps get what a person agreed to, once, and nobody gets it in their place. */
import { changesIn, type Mutant } from '../mutant.ts';

const grants = ['test/oauth/grants.test.ts'];
const requests = ['test/oauth/requests.test.ts'];
const reach = ['test/oauth/reach.test.ts'];
const clients = ['test/oauth/clients.test.ts'];
const limits = ['test/oauth/limits.test.ts'];

export const appMutants: Mutant[] = [
  ...changesIn('src/faces/oauth/token.ts', grants, [
    [
      'a code and a refresh token are good for more than one use',
      'if (held.isUsed) {',
      'if (held === null) {',
    ],
    [
      'a code or a refresh token that comes again leaves the grant as it is',
      '    await deleteGrant(tx, { id: held.grantId, userId: null });\n',
      '',
    ],
    [
      'a code or a refresh token of another app is taken',
      'held.isExpired || held.clientId !== clientId ?',
      'held.isExpired ?',
    ],
    ['a code that has ended is taken', 'return held.isExpired || held.clientId', 'return held.clientId'],
    [
      'a code is exchanged without its verifier',
      'if (!fits(verifier, held.challenge))',
      "if (verifier === '')",
    ],
    [
      'a code is exchanged for an address that it was not sent to',
      "if ((form.get('redirect_uri') ?? held.redirectUri) !== held.redirectUri)",
      "if (form.get('redirect_uri') === 'none')",
    ],
    [
      'a token is given for the address of another server',
      'if (resource !== undefined && ownResource(resource, baseUrl) !== held.resource)',
      'if (resource === baseUrl && held.resource === null)',
    ],
    [
      'a refresh token comes again although its answer arrived',
      'return made.length === 2 && made.every(({ isUsed }) => !isUsed);',
      'return made.length >= 0;',
    ],
    [
      'a refresh token comes again at any time',
      'now - usedAt > LOST_ANSWER_MS) return false;',
      'now < usedAt) return false;',
    ],
    [
      'another app repeats a refresh whose answer was lost',
      'if (usedAt === null || owner !== clientId ||',
      'if (usedAt === null || owner === clientId + clientId ||',
    ],
  ]),
  ...changesIn('store/grants.ts', grants, [
    [
      'what an answer that was lost held can still be used',
      "delete from grant_tokens where made_from = ${hash} and kind = 'access')",
      "delete from grant_tokens where made_from = ${hash} and kind = 'none')",
    ],
    [
      'an access token is good for ever',
      "where t.hash = ${find.hash} and t.kind = 'access' and t.expires_at > to_timestamp(${find.now}::float8 / 1000)`;",
      "where t.hash = ${find.hash} and t.kind = 'access'`;",
    ],
  ]),
  ...changesIn('store/grants.ts', reach, [
    [
      "a person ends another person's grant",
      'where id = ${find.id} and (${find.userId}::text is null or user_id = ${find.userId})',
      'where id = ${find.id}',
    ],
    [
      'a token reaches workspaces that the person did not choose',
      "cell: find.cell, only: 'g.workspace_ids' }",
      'cell: find.cell }',
    ],
    [
      'a narrowed token has all scopes of its grant',
      'g.confirm, t.scopes, g.workspace_ids',
      'g.confirm, g.scopes, g.workspace_ids',
    ],
  ]),
  ...changesIn('src/faces/oauth/token.ts', reach, [
    [
      'a refresh gives more scopes than the person agreed to',
      'if (words.some((word) => !has.includes(word)))',
      'if (words.length > 9)',
    ],
  ]),
  ...changesIn('store/oauth-clients.ts', requests, [
    [
      'a request is answered long after it was made',
      'where r.hash = ${find.hash} and r.expires_at > to_timestamp(${find.now}::float8 / 1000)`;',
      'where r.hash = ${find.hash}`;',
    ],
    ['a request is answered twice', 'return result.count === 1;', 'return result.count >= 0;'],
  ]),
  ...changesIn('src/faces/oauth/authorize.ts', requests, [
    [
      'a code goes to an address that the app did not register',
      'if (!isRegistered(app.redirectUris, redirectUri))',
      "if (redirectUri === '')",
    ],
    [
      'PKCE with a plain challenge is taken',
      "if (parameters.get('code_challenge_method') !== 'S256' || !CHALLENGE",
      'if (!CHALLENGE',
    ],
    ['an app asks for tokens of another server', 'if (resource === null)', "if (resource === '')"],
    [
      'an app is not told which server refuses it',
      'error_description: message, state, iss: baseUrl });',
      'error_description: message, state });',
    ],
  ]),
  ...changesIn('src/faces/oauth/authorize.ts', requests, [
    [
      'an app that the person does not know sends them anywhere by an error',
      'return isTrusted ? { to: back } :',
      "return userId !== '' ? { to: back } :",
    ],
    [
      'an address that was registered under older rules is led to',
      'if (outdated !== null) throw',
      "if (outdated === '') throw",
    ],
  ]),
  ...changesIn('src/faces/oauth/redirects.ts', requests, [
    [
      'a scheme that starts a program of the system is taken',
      'if (!isTaken(url.protocol))',
      "if (url.protocol === 'file:')",
    ],
    [
      'an address is compared in another form than a browser reads',
      'if (url.href !== address && url.href !== `${address}/`)',
      "if (url.href === '')",
    ],
    [
      'an address that only begins like a registered one gets the code',
      'if (registered.includes(address)) return true;',
      'if (registered.some((one) => address.startsWith(one))) return true;',
    ],
    [
      'codes are sent over connections that anybody can read',
      "if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))\n",
      "if (url.protocol === 'none:')\n",
    ],
    [
      'an address that looks like another host is registered',
      "if (url.username !== '' || url.password !== '') return",
      "if (url.password !== '') return",
    ],
    [
      'programs of this machine get codes of each other',
      'return bare !== null && registered.some((one) => withoutLoopbackPort(one) === bare);',
      'return bare !== null;',
    ],
  ]),
  ...changesIn('src/faces/oauth/operations.ts', reach, [
    [
      'a person allows scopes that the app does not ask for',
      'const more = chosen.find((one) => !scopes.includes(one));',
      'const more = chosen.find((one) => one.length > 99);',
    ],
    [
      'a key or a token decides about apps',
      "insistOnSession(principal, 'only a person who is signed in decides about apps');",
      'principal.userId;',
    ],
  ]),
  ...changesIn('src/faces/oauth/operations.ts', requests, [
    [
      'an app is not told which server its code is of',
      '{ code: secret, state, iss })',
      '{ code: secret, state })',
    ],
  ]),
  ...changesIn('src/faces/oauth/revoke.ts', grants, [
    ["an app ends another app's token", 'if (found.clientId !== clientId)', "if (clientId === '')"],
    [
      'a revoked refresh token leaves the access token alive',
      "if (found.kind === 'refresh')",
      'if (found.kind === null)',
    ],
  ]),
  ...changesIn('src/faces/oauth/routes.ts', limits, [
    ['nobody counts the requests of an address', 'if (allowed) return;', 'if (allowed || !allowed) return;'],
    ['nobody counts requests of consent', '        limits.authorize(exchange);\n', ''],
  ]),
  ...changesIn('src/faces/oauth/description.ts', clients, [
    [
      'a description stands for another app',
      "if (metadata['client_id'] !== address)",
      "if (metadata['client_id'] === null)",
    ],
    [
      'descriptions are read from addresses inside',
      "(url.protocol !== 'https:' && !guard.allows(address))",
      "(url.protocol !== 'https:' && url.protocol !== 'http:')",
    ],
    ['a description may have any size', 'if (total > limit) throw', 'if (total < 0) throw'],
    [
      'a description may be at any spelling of its address',
      'url.href !== address ||',
      'url.href === null ||',
    ],
  ]),
  ...changesIn('src/faces/mcp/foreign.ts', reach, [
    [
      'a page of another site calls tools',
      "if (origin !== '' && !isSame(origin, own))",
      "if (origin === 'none' && !isSame(origin, own))",
    ],
    [
      'a name that leads to this machine by DNS calls tools',
      "if (LOOPBACK.has(own) && !isSame(`http://${exchange.header('host')}`, own))",
      "if (own === '')",
    ],
  ]),
  ...changesIn('src/faces/mcp/call.ts', reach, [
    ['a tool does what the scopes do not allow', '  insistOnScopesOf(principal, tool.operation);\n', ''],
  ]),
  ...changesIn('src/faces/mcp/server.ts', reach, [
    [
      'tools are listed that the scopes do not allow',
      '.filter(({ operation }) => mayUse(principal, operation) && mayCallSomewhere(principal, operation))',
      '.filter(({ operation }) => mayCallSomewhere(principal, operation))',
    ],
  ]),
  ...changesIn(
    'src/faces/dashboard/files.ts',
    ['test/web/apps.test.ts'],
    [
      ['the page of consent can be put in a frame', '  "frame-ancestors \'none\'",\n', ''],
      ['old browsers put the page of consent in a frame', "  ['x-frame-options', 'DENY'],\n", ''],
    ],
  ),
];
