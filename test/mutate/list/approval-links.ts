/** A client's link decides on its post alone, as it was shown, and while it is open; notes stay among those who work on a post. */
import { changesIn, type Mutant } from '../mutant.ts';

const LINKS = ['test/posts/approval-links.test.ts'];
const NOTES = ['test/posts/notes.test.ts'];

export const approvalLinkMutants: Mutant[] = [
  ...changesIn('src/features/posts/approval/link.ts', LINKS, [
    [
      'who may not approve any more decides by a link',
      'APPROVERS.includes(found.role) ? found',
      'true ? found',
    ],
  ]),
  ...changesIn('src/features/posts/approval/link-operations.ts', LINKS, [
    ['the secret of a link is stored', 'secretHash: hashOf(secret)', 'secretHash: Buffer.from(secret)'],
    ['the stored response has the secret of a link', "sealer.seal(secret, id).toString('base64')", 'secret'],
    [
      'a link is made for a post that nobody asks about',
      "if (approval !== 'requested')",
      "if (approval === 'rejected')",
    ],
    ['a post has any number of open links', 'if (open.length >= MAX_OPEN)', 'if (open.length < 0)'],
    [
      'a link is made by who may not approve',
      "  scope: 'publish',\n  roles: APPROVERS,\n  tag: 'Posts',\n  summary: 'Make",
      "  scope: 'publish',\n  tag: 'Posts',\n  summary: 'Make",
    ],
  ]),
  ...changesIn('src/features/posts/approval/client/act.ts', LINKS, [
    ['a client decides on what was not shown', '      plan: link.plan,\n', ''],
    [
      'a late yes by a link says no time',
      "timing: isYes && isLate ? { kind: 'slot' } : null",
      'timing: null',
    ],
    ['a link that was revoked meanwhile decides', 'if (!locked || !isOpen(locked, now))', 'if (!locked)'],
    ['a link decides again', '  if (decision !== null)\n', '  if (decision === undefined)\n'],
    [
      'what a client does leaves no entry',
      'await recorded({ context, now, entry }, async (tx, turn) => {\n    const isLate',
      'await recorded({ context, now }, async (tx, turn) => {\n    const isLate',
    ],
  ]),
  ...changesIn('src/features/posts/approval/client/routes.ts', LINKS, [
    [
      'opening a link decides',
      "{ method: 'GET', path, handle: (exchange) => pages.show(exchange) }",
      "{ method: 'GET', path, handle: (exchange) => pages.act(exchange) }",
    ],
    [
      'a closed link is shown',
      'if (!link || !isOpen(link, clock())) return null;',
      'if (!link) return null;',
    ],
    [
      'a link of a held person decides on every account',
      'const isReached = heldTo === null ||',
      'const isReached = true ||',
    ],
    ['a client without a name decides', "if (name === '') return", "if (name === '-') return"],
  ]),
  ...changesIn('src/api/secret-links.ts', LINKS, [
    ['an expired link for a client is open', '&& expiresAt.getTime() > now;', '&& expiresAt.getTime() > 0;'],
    ['a revoked link for a client is open', 'revokedAt === null && expires', 'expires'],
    ['another website sends the form', "&& site !== '' && site !== 'same-origin'", "&& site === 'never'"],
    ['one place sends any number of requests', '    if (!allowed) {', '    if (!allowed && false) {'],
  ]),
  ...changesIn('src/features/posts/approval/client/view.ts', LINKS, [
    [
      'a changed post is offered for a decision',
      '.length > 0)\n    return { ...words, ...changed',
      '.length > 9)\n    return { ...words, ...changed',
    ],
    ['a client reads what the team wrote', 'authorId === link.id ? [text] : []', 'authorId ? [text] : []'],
  ]),
  ...changesIn('src/features/posts/records.ts', LINKS, [
    ['links stay when their post is deleted', '  await deleteApprovalLinks(tx, of);\n', ''],
  ]),
  ...changesIn('src/api/notes.ts', NOTES, [
    ['everybody deletes the notes of others', "workspace.role !== 'owner')", "workspace.role === 'viewer')"],
    ['there is room for any number of notes', 'notes.length >= MAX_NOTES', 'notes.length > 10 * MAX_NOTES'],
  ]),
  ...changesIn('src/features/posts/notes/operations.ts', NOTES, [
    [
      'notes are read by who does not reach all accounts',
      '(await isWhole(call.context.sql, { id, workspace }))',
      '((await isWhole(call.context.sql, { id, workspace })) || true)',
    ],
  ]),
  ...changesIn('src/features/posts/notes/notes.ts', NOTES, [
    ['a post has any number of notes', "  insistOnRoomForNote('post', await listNotes(tx, of));\n", ''],
  ]),
  ...changesIn(
    'src/features/posts/limited.ts',
    ['test/flows/isolation.test.ts'],
    [
      [
        'what is written about a post is asked for from another workspace',
        "const row = await findPost(db, { id, ...within(workspace) });\n  if (!row) throw notFound('post', id);\n  return accountsOfPost",
        "const [row] = await findPosts(db, [id], null);\n  if (!row) throw notFound('post', id);\n  return accountsOfPost",
      ],
    ],
  ),
  ...changesIn(
    'src/features/posts/approval/difference.ts',
    ['test/posts/difference.test.ts'],
    [
      [
        'own texts are not compared',
        'contentFor(before, account), contentFor(after, account)',
        'contentFor(after, account), contentFor(after, account)',
      ],
      [
        'a changed description is no change',
        'description: part.altText[url]?.trim()',
        "description: ''.trim()",
      ],
    ],
  ),
];
