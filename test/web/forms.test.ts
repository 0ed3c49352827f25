/**
 * Every form of the dashboard that is sent to the service: its fields are those of the operation, a refusal that names a field is
 * shown beside that field, which gets the focus, the button is busy meanwhile, and what was typed stays.
 */
import type { Page } from 'playwright-core';
import t from 'tap';
import { conversationExample } from '../../src/features/inbox/index.ts';
import { rowsToPlay } from '../support/long.ts';
import { operationTable } from '../../web/src/base/operations.ts';
import { eventually } from '../support/eventually.ts';
import { filesIn } from '../support/imports.ts';
import { fieldsOf } from '../support/limits-file.ts';
import { startDashboard } from './dashboard.ts';

interface Row {
  /** `name` of the form. */
  form: string;
  /** Below the workspace; one that starts with a slash is the whole path. */
  path: string;
  /** Opens the form on its page, and fills what has to be filled. */
  fill: (page: Page) => Promise<void>;
  button: string | RegExp;
  operation: keyof typeof operationTable;
  /** By the path of each field of the form: pointers of the API whose errors are shown there. */
  fields: { [path: string]: string[] };
  /** The page's own requests that are answered in place of the service. */
  served?: { [operation in keyof typeof operationTable]?: object };
  /** There are two accounts to choose from. */
  twoAccounts?: true;
  stranger?: boolean;
}

const text = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const pick = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

const REACH = {
  scopes: ['/scopes', '/scopes/1'],
  workspaces: ['/workspaces', '/workspaces/0'],
};

/** The session of somebody who is not signed in. */
const NOBODY = {
  user: null,
  workspaces: [],
  refused: {},
  networks: [],
  sandboxUrl: null,
  setup: null,
  sendsMail: false,
};

const CONVERSATION = { ...conversationExample, id: 'conv_1' };

const ROWS: Row[] = [
  {
    form: 'sign-in',
    path: '/app',
    stranger: true,
    fill: async (page) => {
      await text(page, 'Email').fill('rosa@example.org');
      await text(page, 'Password').fill('wrong');
    },
    button: 'Sign in',
    operation: 'signIn',
    fields: { email: ['/email'], password: ['/password'] },
  },
  {
    form: 'forgot-password',
    path: '/app/forgot-password',
    stranger: true,
    served: { readSession: { ...NOBODY, sendsMail: true } },
    fill: async (page) => {
      await text(page, 'Email').fill('rosa@example.org');
    },
    button: 'Send the link',
    operation: 'sendPasswordReset',
    fields: { email: ['/email'] },
  },
  {
    form: 'reset-password',
    path: '/app/reset-password#trw_1',
    stranger: true,
    fill: async (page) => {
      await text(page, 'New password').fill('long enough to be taken');
    },
    button: 'Change the password',
    operation: 'usePasswordReset',
    fields: { password: ['/password'] },
  },
  {
    form: 'set-up',
    path: '/app',
    stranger: true,
    served: {
      readSession: {
        ...NOBODY,
        setup: { needsKey: true, simulatedAccounts: 0 },
      },
    },
    fill: async (page) => {
      await text(page, 'Name').fill('Rosa');
      await text(page, 'Email').fill('rosa@example.org');
      await text(page, 'Password').fill('long enough to be taken');
      await text(page, 'API key').fill('tk_1');
    },
    button: 'Create the account',
    operation: 'setUp',
    fields: { name: ['/name'], email: ['/email'], password: ['/password'], key: ['/key'] },
  },
  {
    form: 'sign-up',
    path: '/app/invitation#tri_1',
    stranger: true,
    served: {
      readInvitation: { workspace: 'Bakery', role: 'editor', email: null, invitedBy: 'Rosa' },
    },
    fill: async (page) => {
      await text(page, 'Name').fill('Maya');
      await text(page, 'Email').fill('maya@example.org');
      await text(page, 'Password').fill('long enough to be taken');
    },
    button: 'Create the account and join',
    operation: 'signUp',
    fields: { name: ['/name'], email: ['/email'], password: ['/password'] },
  },
  {
    form: 'invitation',
    path: 'settings/people',
    fill: async (page) => {
      await text(page, 'Only for this address').fill('maya@example.org');
      await page.getByRole('radio', { name: 'Only these' }).check();
      await page.getByRole('checkbox').first().check();
    },
    button: 'Make a link',
    operation: 'createInvitation',
    fields: { role: ['/role'], email: ['/email'], accountIds: ['/accountIds/0'] },
  },
  {
    form: 'operator',
    path: 'settings/installation',
    fill: (page) => text(page, 'Address of a person').fill('maya@example.org'),
    button: 'Make an operator',
    operation: 'addOperator',
    fields: { email: ['/email'] },
  },
  {
    form: 'workspace',
    path: 'settings/workspace',
    fill: async (page) => {
      await text(page, 'Name').fill('Another name');
    },
    button: 'Save the workspace',
    operation: 'updateWorkspace',
    fields: { name: ['/name'], slug: ['/slug'], timezone: ['/timezone'] },
  },
  {
    form: 'mail-server',
    path: 'settings/installation',
    fill: async (page) => {
      await text(page, 'Server').fill('mail.example.org');
      await text(page, 'Sender').fill('troupe@example.org');
    },
    button: 'Save the mail server',
    operation: 'setMailServer',
    fields: {
      host: ['/host'],
      port: ['/port'],
      security: ['/security'],
      user: ['/user'],
      password: ['/password'],
      from: ['/from'],
    },
  },
  {
    form: 'network-app',
    path: 'settings/installation?app=x',
    fill: async (page) => {
      await text(page, 'Client ID').fill('an-id');
      await page.getByLabel(/^Client secret/).fill('a-secret');
    },
    button: 'Save the app',
    operation: 'setNetworkApp',
    fields: {
      clientId: ['/clientId'],
      clientSecret: ['/clientSecret'],
      consumerKey: ['/consumerKey'],
      consumerSecret: ['/consumerSecret'],
    },
  },
  {
    form: 'new-workspace',
    path: 'posts',
    fill: async (page) => {
      await pick(page, 'Workspace home').click();
      await page.getByRole('menuitem', { name: 'New workspace…' }).click();
      await text(page, 'Name').fill('Bakery');
    },
    button: 'Make the workspace',
    operation: 'createWorkspace',
    fields: { name: ['/name'], timezone: ['/timezone'], sandbox: ['/sandbox'] },
  },
  {
    form: 'agent-key',
    path: 'agents/connect',
    fill: async () => {},
    button: 'Create a key',
    operation: 'createKey',
    fields: { name: ['/name'], confirm: ['/confirm'], ...REACH },
  },
  {
    form: 'api-key',
    path: 'settings/keys',
    fill: (page) => text(page, 'Name of the new key').fill('n8n'),
    button: 'Create a key',
    operation: 'createKey',
    fields: { name: ['/name'], confirm: ['/confirm'], ...REACH },
  },
  {
    form: 'app-consent',
    path: '/app/consent?request=req_1',
    served: {
      readConsent: {
        app: { name: 'Bakery helper', address: null, described: false },
        place: 'app.example.org',
        scopes: ['read', 'publish'],
      },
    },
    fill: (page) => page.getByRole('checkbox', { name: 'Publish' }).check(),
    button: 'Allow',
    operation: 'answerConsent',
    fields: { confirm: ['/confirm'], ...REACH },
  },
  {
    form: 'webhook',
    path: 'settings/webhooks',
    fill: async (page) => {
      await pick(page, 'Add a webhook').click();
      await text(page, 'Address').fill('https://example.org/hooks');
    },
    button: 'Add',
    operation: 'createWebhook',
    fields: { url: ['/url'], events: ['/events', '/events/0'], retries: ['/retries'] },
  },
  {
    form: 'password',
    path: 'settings/you',
    fill: async (page) => {
      await text(page, 'Current password').fill('the one before');
      await text(page, 'New password').fill('long enough to be taken');
    },
    button: 'Change the password',
    operation: 'changePassword',
    fields: { current: ['/current'], password: ['/password'] },
  },
  {
    form: 'begin-second-factor',
    path: 'settings/you',
    fill: async (page) => {
      await text(page, 'Your password').fill('the one of today');
    },
    button: 'Set up an app',
    operation: 'beginSecondFactor',
    fields: { password: ['/password'] },
  },
  {
    form: 'confirm-second-factor',
    path: 'settings/you',
    served: { beginSecondFactor: { secret: 'ABCD', uri: 'otpauth://totp/Troupe:a?secret=ABCD' } },
    fill: async (page) => {
      await text(page, 'Your password').fill('the one of today');
      await page.getByRole('button', { name: 'Set up an app' }).click();
      await text(page, 'The code that the app shows').fill('123456');
    },
    button: 'Turn it on',
    operation: 'confirmSecondFactor',
    fields: { code: ['/code'] },
  },
  {
    form: 'end-second-factor',
    path: 'settings/you',
    served: { readSecondFactor: { isOn: true, recoveryCodesLeft: 9 } },
    fill: async (page) => {
      await text(page, 'A code of the app, or a recovery code').fill('123456');
    },
    button: 'Turn it off',
    operation: 'endSecondFactor',
    fields: { code: ['/code'] },
  },
  {
    form: 'inbox',
    path: 'settings/inbox',
    fill: (page) => page.getByRole('switch', { name: 'Delete old messages' }).check(),
    button: 'Save',
    operation: 'setInboxSettings',
    fields: { copyFiles: ['/copyFiles'], keepMessagesDays: ['/keepMessagesDays'] },
  },
  {
    form: 'consent-words',
    path: 'settings/inbox',
    fill: (page) => page.getByRole('combobox', { name: 'Stop words' }).fill('basta'),
    button: 'Save the words',
    operation: 'setInboxSettings',
    fields: { stopWords: ['/stopWords', '/stopWords/0'], startWords: ['/startWords', '/startWords/3'] },
  },
  {
    form: 'saved-reply',
    path: 'settings/inbox',
    fill: async (page) => {
      await pick(page, 'New saved reply').click();
      await text(page, 'Name').fill('Hours');
      await text(page, 'Text').fill('We are open from 9 to 5.');
    },
    button: 'Save',
    operation: 'createSavedReply',
    fields: { name: ['/name'], text: ['/text'] },
  },
  {
    form: 'slot',
    path: 'settings/schedule',
    fill: async (page) => {
      await page.getByLabel('New time for Monday, hours').fill('09');
      await page.getByLabel('New time for Monday, minutes').fill('30');
    },
    button: 'Add the time to Monday',
    operation: 'setPostingSchedule',
    fields: { time: ['/slots', '/slots/0/time'] },
  },
  {
    form: 'connect-link',
    path: 'accounts',
    fill: (page) => pick(page, 'Link for somebody else').click(),
    button: 'Make the link',
    operation: 'createConnectLink',
    fields: {
      name: ['/name'],
      platforms: ['/platforms', '/platforms/0'],
      expiresInHours: ['/expiresInHours'],
    },
  },
  {
    form: 'account-group',
    path: 'accounts',
    fill: async (page) => {
      await pick(page, 'Groups').click();
      await text(page, 'New group').fill('Bakery');
    },
    button: 'Add the group',
    operation: 'createAccountGroup',
    fields: { name: ['/name'] },
  },
  {
    form: 'report-link',
    path: 'analytics',
    fill: (page) => pick(page, 'Share a report').click(),
    button: 'Make the link',
    operation: 'createReportLink',
    fields: {
      name: ['/name'],
      accountIds: ['/accountIds/0'],
      expiresInDays: ['/expiresInDays'],
    },
  },
  {
    form: 'rule',
    twoAccounts: true,
    path: 'rules/new',
    fill: async (page) => {
      await page.getByRole('combobox', { name: 'Account' }).click();
      await page.getByRole('option').first().click();
      await page.getByRole('combobox', { name: 'Keywords' }).fill('link');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Here it is');
      await pick(page, 'Suggest some').click();
    },
    button: 'Make the rule',
    operation: 'createCommentRule',
    fields: {
      accountId: ['/accountId'],
      watched: ['/postId', '/mediaId', '/nextPost'],
      match: [],
      keywords: ['/keywords', '/keywords/0', '/match'],
      dmText: ['/dmText'],
      trackLinks: ['/trackLinks'],
      publicReplies: ['/publicReplies'],
      'publicReplies.0': ['/publicReplies/0'],
      'publicReplies.1': ['/publicReplies/1'],
      'publicReplies.2': ['/publicReplies/2'],
      publicReplyLateMinutes: ['/publicReplyLateMinutes'],
      thenId: [],
    },
  },
  {
    form: 'rule-settings',
    path: 'rules/RULE',
    fill: async (page) => {
      await page.getByText('All rules of this account', { exact: true }).click();
      await page.getByRole('combobox', { name: 'Testers' }).fill('ann');
      await page.keyboard.press('Enter');
    },
    button: 'Save',
    operation: 'setCommentRuleSettings',
    fields: {
      testers: ['/testers', '/testers/0'],
      publicReplySeconds: ['/publicReplySeconds'],
      evenPace: ['/evenPace'],
    },
  },
  {
    form: 'automation-test',
    path: 'automations/AUTOMATION/edit',
    fill: async (page) => {
      await text(page, 'Your message').fill('the price');
      await page.keyboard.press('Enter');
      await pick(page, 'Save as test').click();
    },
    button: 'Save the test',
    operation: 'saveDmAutomationTest',
    fields: { name: ['/name'] },
  },
  {
    form: 'post-template',
    path: 'posts/DRAFT',
    fill: async (page) => {
      await page.getByRole('button', { name: /^Actions for the post/ }).click();
      await page.getByRole('menuitem', { name: 'Save as a template…' }).click();
      await text(page, 'Name').fill('Weekly offer');
    },
    button: 'Save',
    operation: 'createPostTemplate',
    fields: { name: ['/name'] },
  },
  {
    form: 'post-note',
    path: 'posts/DRAFT',
    fill: (page) => text(page, 'New note').fill('Not the old menu.'),
    button: 'Write the note',
    operation: 'createPostNote',
    fields: { text: ['/text'] },
  },
  {
    form: 'conversation-note',
    path: `inbox?conversation=${CONVERSATION.id}`,
    served: {
      readConversation: { conversation: CONVERSATION },
      getConversationMessages: { messages: [], next: null },
      listConversationNotes: { notes: [] },
    },
    fill: (page) => text(page, 'New note').fill('A regular.'),
    button: 'Write the note',
    operation: 'createConversationNote',
    fields: { text: ['/text'] },
  },
  {
    form: 'file-description',
    path: 'library',
    fill: async (page) => {
      await page.getByLabel('Files to upload').setInputFiles({
        name: 'menu.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF'),
      });
      await text(page, /^Description of menu\.pdf/).fill('The menu');
    },
    button: 'Save the description',
    operation: 'updateMedia',
    fields: { altText: ['/altText'] },
  },
  {
    form: 'feed',
    path: 'feeds',
    fill: async (page) => {
      await pick(page, 'New feed').click();
      await text(page, 'Address of the feed').fill('https://example.org/feed.xml');
      await page.locator('[data-path="accountIds"]').click();
      await page.getByRole('option').first().click();
    },
    button: 'Save',
    operation: 'createFeed',
    fields: {
      url: ['/url'],
      template: ['/template'],
      accountIds: ['/accountIds', '/accountIds/0'],
      mode: ['/mode'],
      everyMinutes: ['/everyMinutes'],
      backfill: ['/backfill'],
    },
  },
  {
    form: 'import',
    path: 'imports',
    fill: (page) =>
      page.getByLabel('CSV file').setInputFiles({
        name: 'may.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('content\nRye'),
      }),
    button: 'Check the file',
    operation: 'createImport',
    fields: { file: ['/file'], accounts: ['/accounts'] },
  },
];

/** Forms in the code that are not in the table, with the reason. */
const OTHERS: { [file: string]: string } = {
  'web/src/base/form/form.tsx': 'the element of every form',
  'web/src/base/parts/composer.tsx': 'an answer is sent in the background, and kept by conversation',
  'web/src/features/automations/try-it.tsx': 'a line of a talk: nothing is sent',
  'web/src/features/rules/try-comments.tsx': 'comments to try: nothing is sent',
  'web/src/features/posts/compose-page.tsx': 'a post, with findings for each account',
  'web/src/features/posts/maybe-live.tsx': 'of a post',
  'web/src/features/debugger/manual-action-panel.tsx': 'of an actor',
};

const { running, open } = await startDashboard(t);
/** Makes a rule, an automation and a draft, for pages that show one. @returns their ids */
const makeAll = async () => {
  const accountId = running.accounts['instagram'];
  const rule = { accountId, keywords: ['link'], dmText: 'Here' };
  const automation = {
    accountId,
    trigger: { type: 'keyword', keywords: ['price'] },
    steps: [{ type: 'message', text: 'It costs 5' }],
  };
  const draft = { content: 'Rye', accountIds: [running.accounts['telegram']], draft: true };
  return {
    draftId: (await running.call('POST', '/v1/posts', draft)).body.post.id,
    ruleId: (await running.call('POST', '/v1/comment-dm-rules', rule)).body.rule.id,
    automationId: (await running.call('POST', '/v1/dm-automations', automation)).body.automation.id,
  };
};
let made: ReturnType<typeof makeAll> | undefined;

void t.test('every form of the dashboard is in the table, or is named with its reason', async (t) => {
  const files = filesIn('web/src');
  const named = files.flatMap(({ code }) =>
    [...code.matchAll(/\buseApiForm\((?:<[^>]*>)?\{\s*name: '([^']+)'/g)].map(([, name]) => name!),
  );
  const used = files.flatMap(({ code, path }) =>
    path.startsWith('web/src/base/form/') ? [] : (code.match(/\buseApiForm\(/g) ?? []),
  );
  t.equal(named.length, used.length, 'the name of each form is a text in its first line');
  t.strictSame(named.toSorted(), ROWS.map(({ form }) => form).toSorted());
  t.strictSame(
    files.flatMap(({ code, path }) => (/<form\b|component="form"/.test(code) ? [path] : [])).toSorted(),
    Object.keys(OTHERS).toSorted(),
  );
});

void t.test('each pointer of the table is a field of its operation', async (t) => {
  for (const { form, operation, fields } of ROWS) {
    const known = fieldsOf(operation);
    for (const pointer of Object.values(fields).flat())
      t.ok(known.includes(pointer.split('/')[1]!), `${form}: ${operation} takes ${pointer}`);
  }
});

/** A form of a page, one in a dialog, and one of a person who is not signed in. */
const PLAYED = ['rule', 'api-key', 'sign-in'];

for (const row of rowsToPlay(ROWS, ({ form }) => PLAYED.includes(form)))
  void t.test(`${row.form}: a refusal is shown beside the field that it names`, async (t) => {
    const { page } = await open('/app/icon.svg', { stranger: row.stranger ?? false });
    for (const [operation, body] of Object.entries(row.served ?? {}))
      await page.route(isOf(operation as Row['operation']), (route) => route.fulfill({ json: body }));
    if (row.twoAccounts) await doubleAccounts(page);
    const { draftId, ruleId, automationId } = await (made ??= makeAll());
    const path = row.path
      .replace('RULE', ruleId)
      .replace('AUTOMATION', automationId)
      .replace('DRAFT', draftId);
    await page.goto(`${running.baseUrl}${path.startsWith('/') ? path : `/app/w/home/${path}`}`);
    const service = await refusals(page, row.operation);
    await row.fill(page);
    const form = page.locator(`form[name="${row.form}"]`).first();
    await form.waitFor();
    const id = await form.getAttribute('id');
    const button = page
      .getByRole('button', { name: row.button, exact: true })
      .and(page.locator(`button[type="submit"][form="${id}"]`));
    t.strictSame(
      (await pathsIn(page, row.form)).toSorted(),
      Object.keys(row.fields).toSorted(),
      'fields of the form',
    );
    const written = await contentOf(page, row.form);
    let refused = 0;
    for (const [path, pointers] of Object.entries(row.fields))
      for (const param of pointers) {
        refused += 1;
        service.next = { param, error: `it is wrong, number ${refused}` };
        await button.click();
        await page.locator('button[type="submit"][data-loading]').waitFor();
        service.respond();
        const said = `It is wrong, number ${refused}.`;
        await form.getByText(said).waitFor();
        t.equal(await fieldBeside(page, row.form, said), path, `${param} is shown beside ${path}`);
        // a list gives it to its first entry
        await eventually(async () => `${await focusedField(page)}.`.startsWith(`${path}.`));
        await page.locator('button[type="submit"][data-loading]').waitFor({ state: 'detached' });
        t.strictSame(await contentOf(page, row.form), written, 'what was written stays');
      }
    service.next = { param: '/workspace', error: 'this belongs to no field' };
    await button.click();
    service.respond();
    await page.getByRole('alert').getByText('This belongs to no field').waitFor();
    t.strictSame(await contentOf(page, row.form), written, 'what was written stays');
  });

/** Each account is there twice. */
const doubleAccounts = (page: Page) =>
  page.route(isOf('listAccounts'), async (route) => {
    const response = await route.fetch();
    const { accounts } = (await response.json()) as { accounts: { id: string }[] };
    const others = accounts.map((one) => ({
      ...one,
      id: one.id.slice(0, -1) + (one.id.endsWith('0') ? '1' : '0'),
    }));
    await route.fulfill({ response, json: { accounts: [...accounts, ...others] } });
  });

/** Whether a request is one of an operation. */
const isOf = (operation: Row['operation']) => {
  const { path } = operationTable[operation];
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return (url: URL) => pattern.test(url.pathname);
};

/** Holds the requests of an operation back until the test says what the service responds. */
async function refusals(page: Page, operation: Row['operation']) {
  const waiting: (() => void)[] = [];
  let early = 0; // a request may arrive after the call that lets it pass
  const service = {
    next: { param: '', error: '' },
    respond: () => {
      const pass = waiting.shift();
      if (pass) pass();
      else early += 1;
    },
  };
  await page.route(isOf(operation), async (route) => {
    if (route.request().method() !== operationTable[operation].method) return route.fallback();
    if (early > 0) early -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return route.fulfill({ status: 400, json: { code: 'invalid', ...service.next } });
  });
  return service;
}

/** In the page: the path of a field of a form, from its `data-path`. */
const PATH_OF = `(one) => one.closest('[data-path]')?.dataset.path.replace(/^[^-]*-/, '') ?? null`;

/** Paths of the fields that the form shows. */
const pathsIn = (page: Page, form: string) =>
  page.evaluate<string[]>(
    `[...document.querySelector('form[name="${form}"]').querySelectorAll('[data-path]')].map(${PATH_OF})`,
  );

/** What is in the fields of a form. */
const contentOf = (page: Page, form: string) =>
  page.evaluate<string[]>(
    `[...document.querySelector('form[name="${form}"]').querySelectorAll('input, textarea')].map(
      ({ type, value, checked }) => [type, value, checked].join(' '))`,
  );

const focusedField = (page: Page) => page.evaluate<string | null>(`(${PATH_OF})(document.activeElement)`);

/** The path of the field that stands nearest to a message: of the first element around it that has a field in it. */
const fieldBeside = (page: Page, form: string, message: string) =>
  page.evaluate<string | null>(`(() => {
    const all = [...document.querySelector('form[name="${form}"]').querySelectorAll('*')];
    let near = all.findLast((one) => one.textContent.includes(${JSON.stringify(message)}));
    const inner = (one) => (one.matches('[data-path]') ? one : one.querySelector('[data-path]'));
    while (near !== null && inner(near) === null) near = near.parentElement;
    return (${PATH_OF})(inner(near));
  })()`);
