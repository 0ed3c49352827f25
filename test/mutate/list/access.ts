/** Nobody reaches what belongs to others: workspaces, sign-ins, pages of other sites. */
import { changesIn, type Mutant } from '../mutant.ts';

const isolation = ['test/flows/isolation.test.ts'];

const roles = ['test/flows/roles.test.ts'];

const people = ['test/people/members.test.ts'];

const invitations = ['test/people/invitations.test.ts'];

const audit = ['test/audit/audit.test.ts'];
const audited = ['test/flows/examples.test.ts'];

export const accessMutants: Mutant[] = [
  ...changesIn('src/api/recorded.ts', audited, [
    [
      'a change commits without its audit entry',
      'await storeEntries(tx, [{ call, result }], call.now);',
      'void db.begin((other) => storeEntries(other, [{ call, result }], call.now)).catch(() => undefined);',
    ],
  ]),
  ...changesIn('src/features/webhooks/operations.ts', audited, [
    [
      'a handler leaves no audit entry',
      'await recordedIn(call.context.sql, call, (tx) => updateEndpoint(tx, changed));',
      'await updateEndpoint(call.context.sql, changed);',
    ],
  ]),
  ...changesIn('src/features/audit/entries.ts', audit, [
    ['the audit leaves out the directory', 'listAuditEntries(directory, filter)', '[]'],
  ]),
  ...changesIn(
    'src/features/inbox/assign.ts',
    ['test/inbox/assigned.test.ts'],
    [['a member who may not answer is assigned', "if (!roleAllows(member.role, 'answer'))", 'if (false)']],
  ),
  ...changesIn(
    'src/features/people/members.ts',
    ['test/inbox/assigned.test.ts'],
    [
      [
        'a removed person stays assigned',
        'await unassignAll(call.context, { workspaceId: locked.workspace.id, userId, except: [] });',
        '',
      ],
    ],
  ),
  ...changesIn(
    'src/features/audit/history-words.ts',
    ['test/audit/history.test.ts'],
    [
      [
        'a call and its step are two lines',
        'called.has(step) ? null : sentenceOf(step, words)',
        'sentenceOf(step, words)',
      ],
    ],
  ),
  ...changesIn('store/audit-entries.ts', audit, [
    ['the audit of all workspaces is one', 'where workspace_id = ${workspaceId}', 'where true'],
  ]),
  ...changesIn(
    'src/api/operators.ts',
    ['test/flows/roles.test.ts'],
    [
      [
        'everybody who is signed in may call what is for operators',
        'operation.isForOperators !== true || isOperator === true',
        'true || isOperator === operation.isForOperators',
      ],
    ],
  ),
  ...changesIn(
    'src/features/installation/operators.ts',
    ['test/installation/operators.test.ts'],
    [
      [
        'who is no operator any more may still change the installation',
        'if (!operators.some((one) => one.userId === userId)) throw operatorRequired();',
        'void userId;\n  void operatorRequired;',
      ],
      ['the last operator may be removed', 'if (before.length === 1)', 'if (before.length === 0)'],
    ],
  ),
  ...changesIn(
    'src/features/installation/mail.ts',
    ['test/installation/mail.test.ts'],
    [
      ['a stored password goes to another user', 'stored.login?.user === user;', 'stored !== null;'],
      [
        'the dashboard names a server of the own network',
        "if (code !== 'URL_REFUSED') return;",
        'if (code !== undefined) return;',
      ],
    ],
  ),
  ...changesIn(
    'src/base/outbound/guard.ts',
    ['test/installation/mail.test.ts'],
    [
      [
        'a mail server is at a private address by its name',
        'throw new UrlRefused(`The mail server ${host} does not lead to a public address.`);',
        'void 0;',
      ],
    ],
  ),
  ...changesIn('src/features/people/accept.ts', invitations, [
    ['an invitation is accepted twice', 'if (acceptedBy !== null)', 'if (acceptedBy === undefined)'],
    [
      'an invitation that has ended is accepted',
      'if (isRevoked || isExpired)',
      'if (isRevoked && isExpired)',
    ],
    [
      'somebody else accepts an invitation for an address',
      'if (email !== null && email !== person.email?.toLowerCase())',
      'if (email !== null && person.email === undefined)',
    ],
    [
      'somebody else signs up with an invitation for an address',
      'if (invitation.email !== null && invitation.email !== email)',
      'if (invitation.email === undefined)',
    ],
    [
      'two people accept an invitation at once',
      'if (isCode(code)) await lockInvitation(tx, codeHash(code));',
      '',
    ],
    [
      'a person who was removed comes back by an old link',
      'if (isMember && found.acceptedBy === userId) return slug;',
      'if (found.acceptedBy === userId) { await insertMember(tx, { workspaceId, userId, role }, now); return slug; }',
    ],
  ]),
  ...changesIn('src/features/people/new-invitation.ts', invitations, [
    ['more than 100 invitations are open', 'open.length >= MAX_OPEN', 'open.length > MAX_OPEN'],
  ]),
  ...changesIn('src/features/people/accept.ts', invitations, [
    [
      'an accepted invitation is not in the audit',
      'await storeOwnEntry(tx, by, { ...done, at: now });',
      'void by;\n  void done;',
    ],
  ]),
  ...changesIn('src/api/scope.ts', people, [
    [
      'a key may call what is for people who are signed in',
      'if (operation.isForSessions) insistOnSession(principal, FOR_SESSIONS);',
      '',
    ],
  ]),
  ...changesIn('store/members.ts', people, [['two owners may leave at once', ' for no key update`;', '`;']]),
  ...changesIn('src/features/people/change-members.ts', people, [
    [
      'the role that a person had counts when members are changed',
      'insistOnMember(members, { principal, workspace, needed: about.needed });',
      '',
    ],
    ['the last owner may leave', "role === 'owner' && userId !== member.userId", "role === 'owner'"],
  ]),
  ...changesIn(
    'src/features/people/change-members.ts',
    ['test/nodes/people.test.ts'],
    [['other nodes are not told that a member was removed', 'await notifyAuthChanged(tx);', '']],
  ),
  ...changesIn('src/features/people/members.ts', people, [
    [
      'everybody may remove others',
      "const needed = userId === call.principal.userId ? ROLES : (['owner'] as const);",
      'const needed = ROLES;',
    ],
  ]),
  ...changesIn('src/api/roles.ts', roles, [
    ['a role that is not needed is enough', 'if (needed.includes(role)) return;', 'if (role) return;'],
    ['an approver may write', "['owner', 'editor'];", "['owner', 'editor', 'approver'];"],
    ['the roles that an operation names do not count', 'return operation.roles ?? ROLES', 'return ROLES'],
    [
      'the role in the first workspace counts, not that in the one that is named',
      'insistOnRole(workspaceOf({ principal }, slug), roles);',
      'insistOnRole(workspaceOf({ principal }, undefined), roles);',
    ],
  ]),
  ...changesIn('src/api/admit.ts', roles, [
    ['a role is not asked for by any face', 'insistOnRoleFor(principal, operation, input);', ''],
  ]),
  ...changesIn('src/faces/mcp/server.ts', roles, [
    [
      'tools are listed that no role of the caller allows',
      '.filter(({ operation }) => mayUse(principal, operation) && mayCallSomewhere(principal, operation))',
      '.filter(({ operation }) => mayUse(principal, operation))',
    ],
  ]),
  ...changesIn('src/faces/mcp/call.ts', roles, [
    [
      'a role is not asked for when a tool is called',
      'insistOnAccess(principal, tool.operation, { params: args, query: args, body: args });',
      '',
    ],
  ]),
  ...changesIn('src/features/accounts/connect/operations.ts', roles, [
    [
      'who may not connect accounts sees the address by which they can be connected',
      "hasScope(principal, 'manage') && roleAllows(role, 'manage');",
      "hasScope(principal, 'manage');",
    ],
  ]),
  ...changesIn('src/api/principal.ts', isolation, [
    [
      'a workspace that the caller is no member of is taken for the first one',
      'workspaces.find(({ formerSlugs }) => formerSlugs?.some((former) => former === slug))',
      'workspaces[0]',
    ],
  ]),
  ...changesIn('src/features/posts/batches.ts', isolation, [
    [
      'a post of another workspace is read',
      '(one?.workspaceId === workspaceId ? [one.post] : [])',
      '(one ? [one.post] : [])',
    ],
  ]),
  ...changesIn('store/posts.ts', isolation, [
    [
      'a post of another workspace is changed',
      'return row?.workspaceId === find.workspaceId ? row : undefined;',
      'return row;',
    ],
  ]),
  ...changesIn('src/features/posts/remove.ts', isolation, [
    [
      'a post of another workspace is deleted',
      'actor !== null && actor.workspaceId === id && actor.kind',
      'actor !== null && actor.kind',
    ],
  ]),
  ...changesIn('src/features/posts/draft.ts', isolation, [
    [
      'a post is sent to an account of another workspace',
      'if (!account || account.workspaceId !== workspace.id || !reaches(workspace.heldTo, id))',
      'if (!account || !reaches(workspace.heldTo, id))',
    ],
  ]),
  ...changesIn('src/features/accounts/operations.ts', isolation, [
    [
      'an account of another workspace is shown',
      'if (found?.workspaceId !== workspace.id) throw',
      'if (found === undefined) throw',
    ],
  ]),
  ...changesIn('store/accounts.ts', isolation, [
    [
      'an account of another workspace is changed',
      'where id = ${save.id} and workspace_id = ${save.workspaceId}`;',
      'where id = ${save.id}`;',
    ],
    [
      'an account of another workspace is disconnected',
      'where id = ${find.id} and workspace_id = ${find.workspaceId} returning *',
      'where id = ${find.id} returning *',
    ],
  ]),
  ...changesIn('store/connect-links.ts', isolation, [
    [
      'a connect link of another workspace is reached',
      'where l.id = ${find.id} and l.workspace_id = ${find.workspaceId}`;',
      'where l.id = ${find.id}`;',
    ],
  ]),
  ...changesIn('store/webhooks.ts', isolation, [
    [
      'a webhook of another workspace is changed',
      'webhook_endpoints\n    where id = ${find.id} and workspace_id = any(${find.workspaceIds}::text[])`;',
      'webhook_endpoints\n    where id = ${find.id}`;',
    ],
    [
      'a webhook of another workspace is deleted',
      'delete from webhook_endpoints where id = ${find.id} and workspace_id = any(${find.workspaceIds}::text[])',
      'delete from webhook_endpoints where id = ${find.id}',
    ],
  ]),
  ...changesIn('store/actors.ts', isolation, [
    [
      'an actor of another workspace is shown and acted on',
      'where id = any(${read.ids}::text[]) and ${isVisible(db, read)}\n',
      'where id = any(${read.ids}::text[])\n',
    ],
  ]),
  ...changesIn(
    'src/features/introspection/charts.ts',
    ['test/engine/definitions.test.ts'],
    [
      [
        'the chart of another workspace is shown',
        'if (!row || row.workspaceId !== workspaceId || row.kind !== kind.name || !kind.compile)',
        'if (!row || row.kind !== kind.name || !kind.compile)',
      ],
    ],
  ),
  ...changesIn(
    'store/keys.ts',
    ['test/auth/keys.test.ts'],
    [
      [
        "a person revokes another person's key",
        'where id = ${find.id} and (${find.userId}::text is null or user_id = ${find.userId})',
        'where id = ${find.id}',
      ],
    ],
  ),
  ...changesIn(
    'src/features/auth/keys.ts',
    ['test/auth/keys.test.ts'],
    [
      [
        'a revoked key is believed for ever',
        'if (cached !== undefined && Math.abs(now - cached.at) < FRESH_MS && now < cached.until) {',
        'if (cached !== undefined && now < cached.until) {',
      ],
      [
        'a key that is revoked while it is looked up is remembered',
        'if (startGeneration === generation) {\n        remembered.delete(digest);',
        'if (startGeneration >= 0) {\n        remembered.delete(digest);',
      ],
    ],
  ),
  ...changesIn(
    'src/faces/live/conversation.ts',
    ['test/live/access.test.ts', 'test/live/messages.test.ts'],
    [
      [
        'a socket watches the first workspace in place of one it does not reach',
        'findWorkspace({ workspaces: connection.principal?.workspaces ?? [] }, slug);',
        'findWorkspace({ workspaces: connection.principal?.workspaces ?? [] }, slug) ?? connection.principal?.workspaces[0];',
      ],
      [
        'a socket goes on in a workspace that its owner left',
        'if (membership !== undefined) {',
        'if (reached !== null) {',
      ],
      [
        "a socket takes another person's key",
        'if (connection.principal !== null && connection.principal.userId !== principal.userId)',
        'if (connection.principal !== null && principal.userId === null)',
      ],
    ],
  ),
  ...changesIn(
    'src/faces/live/upgrade.ts',
    ['test/live/access.test.ts'],
    [
      [
        'a page of another site opens a socket',
        "if (origin !== '' && origin !== rules.origin && !isOriginOfHost(origin, host))",
        "if (origin !== '' && host === '')",
      ],
    ],
  ),
  ...changesIn(
    'src/features/auth/sessions.ts',
    ['test/dashboard/sessions.test.ts'],
    [
      [
        'a page of another site acts with the session of a person',
        "if (site !== '') return site === 'same-origin';",
        "if (site !== '') return site !== 'none';",
      ],
    ],
  ),
  ...changesIn(
    'store/sessions.ts',
    ['test/dashboard/sessions.test.ts'],
    [
      [
        'a session does not end',
        'where s.hash = ${find.hash} and s.expires_at > to_timestamp(${find.now}::float8 / 1000)`;',
        'where s.hash = ${find.hash}`;',
      ],
      [
        'a new password leaves old sessions open',
        'delete from sessions where user_id = ${userId} and id is distinct from ${keep} returning id)',
        'delete from sessions where user_id = ${userId} and id = ${keep} and false returning id)',
      ],
      [
        'somebody else sets up an installation that has an owner',
        'where id = ${user.id} and password is null\n',
        'where id = ${user.id}\n',
      ],
    ],
  ),
  ...changesIn(
    'src/features/auth/passwords.ts',
    ['test/auth/passwords.test.ts'],
    [
      [
        'a person without a password is let in by a hash that is known',
        'return timingSafeEqual(derived, expected) && stored !== null;',
        'return timingSafeEqual(derived, expected) || stored === null;',
      ],
    ],
  ),
  ...changesIn(
    'src/features/auth/attempts.ts',
    ['test/auth/attempts.test.ts'],
    [
      ['a password can be guessed without end', 'insistOnRoom(person, MAX_FAILURES.person, now);', ''],
      ['one place guesses the passwords of many people', 'insistOnRoom(place, MAX_FAILURES.place, now);', ''],
      [
        'tries at the same time count only when their check has ended',
        'add(person, 1, now);\n      add(place, 1, now);\n      try {\n        const result = await check();\n        if (result === null) return null;',
        'try {\n        const result = await check();\n        add(person, 1, now);\n        add(place, 1, now);\n        if (result === null) return null;',
      ],
      [
        'the case of an address gives a guesser more tries',
        'who.person.trim().toLowerCase()',
        'who.person.trim()',
      ],
    ],
  ),
  ...changesIn(
    'src/base/rate.ts',
    ['test/rate.test.ts'],
    [
      [
        'a bucket of requests grows without end while it is not used',
        'bucket.tokens = Math.min(requests, bucket.tokens + Math.max(0, now - bucket.at) * perMs);',
        'bucket.tokens = bucket.tokens + Math.max(0, now - bucket.at) * perMs;',
      ],
      [
        'requests beyond the rate are let through',
        'const allowed = bucket.tokens >= 1;',
        'const allowed = bucket.tokens > -9;',
      ],
    ],
  ),
  ...changesIn(
    'src/faces/http/client-address.ts',
    ['test/http/client-address.test.ts'],
    [
      [
        'anybody says by a header which address a request comes from',
        'if (ranges.length === 0 || !ipaddr.isValid(peer) || !isTrusted(peer)) return peer;',
        'if (ranges.length === 0) return peer;',
      ],
    ],
  ),
];
