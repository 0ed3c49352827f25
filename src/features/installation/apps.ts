/** The apps (OAuth clients, bots) of the installation at networks, over the dashboard (docs/connecting.md, For operators). */
import { type Static, Type } from 'typebox';
import type { AppCredentials } from '../../../adapters/port/account.ts';
import type { Db } from '../../../store/connect.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { recordedIn } from '../../api/recorded.ts';
import { closed, nullable } from '../../api/schemas.ts';
import { findStoredApp, listStoredApps, saveApp, tellConfigured } from '../accounts/index.ts';
import { checkApp } from './app-check.ts';
import {
  type AppNetwork,
  appPageView,
  appView,
  exampleApp,
  exampleAppPage,
  NetworkApp,
  NetworkAppPage,
  type SetApp,
  variablesOf,
} from './app-views.ts';
import { Check } from './checks.ts';
import { type InstallationContext, ofInstallation, operation } from './context.ts';
import { lockOperatorsFor } from './operators.ts';

const PATH = '/app/api/installation/apps';
const ONE = `${PATH}/{platform}` as const;

const params = Type.Object({ platform: Type.String({ maxLength: 40 }) });
const exampleParams = { platform: exampleApp.platform };
const errors = { 404: 'No app is needed for this network, or there is no such network' };
const setErrors = { ...errors, 409: 'Variables of the environment set this app' };

export const listNetworkApps = operation({
  ...ofInstallation,
  id: 'listNetworkApps',
  dashboard: { method: 'get', path: PATH },
  summary: 'List the apps of networks',
  description:
    'Every network that wants an app of the installation, and whether one is set. Secrets are never shown.',
  result: Type.Object({
    apps: Type.Array(NetworkApp),
    others: Type.Array(Type.String(), { description: 'Names of the networks that want none.' }),
  }),
  example: { result: { apps: [exampleApp], others: ['Bluesky', 'Mastodon'] } },
  handle: async ({ context }) => {
    const stored = await listStoredApps(context.directory, context.sealer);
    const all = Object.values(context.adapters);
    const apps = all
      .filter(hasRegistration)
      .map((network) =>
        appView(network, setApp(context, network.platform, stored[network.platform]), context),
      );
    const others = all.filter((one) => !hasRegistration(one)).map(({ name }) => name);
    return { body: { apps, others } };
  },
});

export const readNetworkApp = operation({
  ...ofInstallation,
  id: 'readNetworkApp',
  dashboard: { method: 'get', path: ONE },
  summary: 'Read the app of a network',
  description:
    'What to register at the network, what to enter there, and what is set here. Secrets are never shown.',
  params,
  result: Type.Object({ app: NetworkAppPage }),
  errors,
  example: { params: exampleParams, result: { app: exampleAppPage } },
  handle: async ({ context, params: { platform } }) => {
    const network = networkOf(context, platform);
    return { body: { app: appPageView(network, await readApp(context, platform), context) } };
  },
});

/** Ids and secrets have no blanks, and none is as long as this. */
const value = Type.String({ minLength: 1, maxLength: 500, pattern: String.raw`^\S+$` });

const body = Type.Object(
  {
    clientId: Type.Optional(value),
    clientSecret: Type.Optional(value),
    consumerKey: Type.Optional(nullable(value)),
    consumerSecret: Type.Optional(value),
  },
  {
    ...closed,
    description: 'A secret that is absent stays as it is stored, as long as its id or key stays too.',
  },
);
type Body = Static<typeof body>;

export const setNetworkApp = operation({
  ...ofInstallation,
  id: 'setNetworkApp',
  audit: { kind: 'network_app', id: '/params/platform', in: 'installation' },
  dashboard: { method: 'put', path: ONE },
  summary: 'Set the app of a network',
  description:
    'Stored encrypted. Every node uses it within 10 seconds, and accounts that waited for it go on. An app that variables of the environment name is changed there.',
  params,
  body,
  result: Type.Object({ app: NetworkAppPage }),
  errors: setErrors,
  example: {
    params: exampleParams,
    body: { clientId: '77a1b2c3d4e5f6', clientSecret: 'a-secret-of-LinkedIn' },
    result: { app: exampleAppPage },
  },
  handle: async (call) => {
    const { context, principal, params: at } = call;
    const network = networkOf(context, at.platform);
    insistOnNoVariable(context, network);
    const app = await recordedIn(context.directory, call, async (tx) => {
      await lockOperatorsFor(tx, principal.userId);
      const stored = await findStoredApp(tx, context.sealer, at.platform);
      const next = nextApp(network, call.body, stored);
      await saveApp(tx, context.sealer, { platform: at.platform, app: next });
      return next;
    });
    await announce(context, { by: principal.userId, platform: at.platform }, 'the app of a network was set');
    return { body: { app: appPageView(network, { setBy: 'operator', app }, context) } };
  },
});

export const removeNetworkApp = operation({
  ...ofInstallation,
  id: 'removeNetworkApp',
  audit: { kind: 'network_app', id: '/params/platform', in: 'installation' },
  dashboard: { method: 'delete', path: ONE },
  summary: 'Remove the app of a network',
  description:
    'Nobody connects accounts by it any more. Accounts that were connected by it work until their access has to be renewed, and then wait for the app.',
  params,
  result: Type.Object({ removed: Type.Literal(true) }),
  errors: setErrors,
  example: { params: exampleParams, result: { removed: true } },
  handle: async (call) => {
    const { context, principal, params: at } = call;
    insistOnNoVariable(context, networkOf(context, at.platform));
    await recordedIn(context.directory, call, async (tx) => {
      await lockOperatorsFor(tx, principal.userId);
      await saveApp(tx, context.sealer, { platform: at.platform, app: null });
    });
    await announce(
      context,
      { by: principal.userId, platform: at.platform },
      'the app of a network was removed',
    );
    return { body: { removed: true as const } };
  },
});

export const checkNetworkApp = operation({
  ...ofInstallation,
  id: 'checkNetworkApp',
  dashboard: { method: 'get', path: `${ONE}/check` },
  summary: 'Check the app of a network',
  description:
    'Looks at what is set, and asks the network whether it knows id and secret, where it has a call for that without a person. Nothing is stored.',
  params,
  result: Type.Object({ checks: Type.Array(Check) }),
  errors,
  example: {
    params: exampleParams,
    result: {
      checks: [
        { name: 'Redirect address', state: 'ok', message: 'https://troupe.example.org/connect/callback' },
      ],
    },
  },
  handle: async ({ context, params: { platform }, now }) => {
    const network = networkOf(context, platform);
    const { app } = await readApp(context, platform);
    return { body: { checks: await checkApp(context, { network, app, now }) } };
  },
});

const hasRegistration = (one: { registration?: unknown }): one is AppNetwork =>
  one.registration !== undefined;

type Networked = Pick<InstallationContext, 'adapters'>;

/** @throws Problem 404 */
function networkOf({ adapters }: Networked, platform: string): AppNetwork {
  const network = Object.hasOwn(adapters, platform) ? adapters[platform] : undefined;
  if (network === undefined || !hasRegistration(network))
    throw new Problem('not_found', `there is no network ${platform} that wants an app`);
  return network;
}

type Stored = Pick<InstallationContext, 'sealer' | 'appsOfEnvironment'>;

async function readApp(context: Stored & { directory: Db }, platform: string): Promise<SetApp> {
  return setApp(context, platform, await findStoredApp(context.directory, context.sealer, platform));
}

function setApp(
  { appsOfEnvironment }: Pick<Stored, 'appsOfEnvironment'>,
  platform: string,
  stored: AppCredentials | null = null,
): SetApp {
  const named = appsOfEnvironment[platform];
  if (named) return { setBy: 'variable', app: named };
  return { setBy: stored === null ? 'nobody' : 'operator', app: stored };
}

/** @throws Problem 409 */
function insistOnNoVariable(
  { appsOfEnvironment }: Pick<Stored, 'appsOfEnvironment'>,
  network: AppNetwork,
): void {
  if (appsOfEnvironment[network.platform])
    throw new Problem(
      'set_by_variable',
      `${variablesOf(network)[0]!} sets the app of ${network.name}: change it there, or remove it first`,
      { values: { variables: variablesOf(network)[0]!, network: network.name } },
    );
}

/**
 * The app to store. A stored secret is kept only with the id or key that it belongs to.
 * @throws Problem 400 that names the field
 */
function nextApp(network: AppNetwork, body: Body, stored: AppCredentials | null): AppCredentials {
  const { registration, name } = network;
  const { id, secret, consumer } = registration;
  const stays = id === undefined || (stored !== null && stored.clientId === body.clientId);
  const clientSecret = body.clientSecret ?? (stays ? stored?.clientSecret : undefined);
  if (!id) {
    if (body.clientId !== undefined)
      throw invalid('/clientId', `${name} has no id beside its ${secret.label}`, {
        values: { reason: 'no_id' },
      });
    if (clientSecret === undefined)
      throw invalid('/clientSecret', `${secret.label} is missing`, { values: { reason: 'empty' } });
    const clientId = registration.idIn?.(clientSecret) ?? null;
    if (clientId === null)
      throw invalid('/clientSecret', `${secret.label} must be ${secret.shape.words}: copy the whole of it`, {
        values: { reason: 'part_of_it' },
      });
    return { clientId, clientSecret };
  }
  if (body.clientId === undefined)
    throw invalid('/clientId', `${id.label} is missing`, { values: { reason: 'empty' } });
  if (clientSecret === undefined)
    throw invalid(
      '/clientSecret',
      `${secret.label} is missing: a stored one belongs to another ${id.label}`,
      { values: { reason: 'empty' } },
    );
  const pair = consumer ? nextConsumer(consumer, body, stored) : null;
  if (!consumer && (body.consumerKey ?? body.consumerSecret) !== undefined)
    throw invalid('/consumerKey', `${name} takes no second pair of key and secret`);
  return { clientId: body.clientId, clientSecret, ...(pair && { consumer: pair }) };
}

/** @returns null where the app is to have no second pair */
function nextConsumer(
  labels: NonNullable<AppNetwork['registration']['consumer']>,
  { consumerKey: key, consumerSecret }: Body,
  stored: AppCredentials | null,
): AppCredentials['consumer'] | null {
  if (key === undefined || key === null) {
    if (consumerSecret === undefined) return null;
    throw invalid(
      '/consumerKey',
      `${labels.key.label} is missing: it and ${labels.secret.label} come together`,
      { values: { reason: 'empty' } },
    );
  }
  const secret = consumerSecret ?? (stored?.consumer?.key === key ? stored.consumer.secret : undefined);
  if (secret === undefined)
    throw invalid(
      '/consumerSecret',
      `${labels.secret.label} is missing: it and ${labels.key.label} come together`,
      { values: { reason: 'empty' } },
    );
  return { key, secret };
}

/** This node uses it at once, and accounts that wait for it look again. */
async function announce(
  { log, node, forgetApps }: InstallationContext,
  about: { by: string; platform: string },
  message: string,
): Promise<void> {
  log.info(about, message);
  forgetApps();
  await tellConfigured(node);
}
