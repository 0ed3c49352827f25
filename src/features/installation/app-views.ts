/** What operators see of an app (OAuth client, bot) of a network: whether one is set, what to do to get one, and what to copy. */
import { type Static, Type } from 'typebox';
import type { AppCredentials } from '../../../adapters/port/account.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { AppRegistration, AppValue } from '../../../adapters/port/registration.ts';
import { nullable, text } from '../../api/schemas.ts';
import { acceptedApps, scopesOf } from '../accounts/index.ts';
import type { InstallationContext } from './context.ts';

/** A network with a registration. */
export type AppNetwork = Manifest & { registration: AppRegistration };

export const NetworkApp = Type.Object({
  platform: Type.String(),
  name: text('Of the network.'),
  setBy: Type.Enum(['nobody', 'variable', 'operator'], {
    type: 'string',
    description:
      '`variable`: the environment names it, which beats what is stored; `operator`: it is stored here.',
  }),
  clientId: nullable(text('The app’s id, which is no secret.')),
  connects: Type.Array(Type.String(), { description: 'The networks whose accounts people connect by it.' }),
});

const Field = Type.Object({
  name: Type.Enum(['clientId', 'clientSecret', 'consumerKey', 'consumerSecret'], { type: 'string' }),
  label: text('What the network calls it.'),
  isSecret: Type.Boolean(),
  isRequired: Type.Boolean(),
  isStored: Type.Boolean({ description: 'A value is set: a secret is never shown.' }),
  value: nullable(text('Null for a secret, and where none is set.')),
});

const Copied = Type.Object({ label: Type.String(), value: Type.String() });

export const NetworkAppPage = Type.Object({
  ...NetworkApp.properties,
  variables: Type.Array(Type.String(), { description: 'The variables of the environment that set it too.' }),
  console: Type.Object({ name: Type.String(), url: Type.String() }, { description: 'Where apps are made.' }),
  steps: Type.Array(Type.String()),
  copied: Type.Array(Copied, { description: 'What the operator enters at the network.' }),
  scopes: Type.Array(Type.Object({ signIn: Type.String(), scopes: Type.Array(Type.String()) })),
  fields: Type.Array(Field, { description: 'What the operator brings back.' }),
  help: nullable(text('What the fields that are not required are for.')),
  review: Type.Array(Type.String(), { description: 'What the network examines. Empty: nothing.' }),
});

export const exampleApp = {
  platform: 'linkedin',
  name: 'LinkedIn',
  setBy: 'operator' as const,
  clientId: '77a1b2c3d4e5f6',
  connects: ['LinkedIn'],
};

export const exampleAppPage: Static<typeof NetworkAppPage> = {
  ...exampleApp,
  variables: ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
  console: { name: 'LinkedIn Developers', url: 'https://www.linkedin.com/developers/apps' },
  steps: ['Create an app. It has to belong to a LinkedIn Page.'],
  copied: [{ label: 'Redirect address', value: 'https://troupe.example.org/connect/callback' }],
  scopes: [{ signIn: 'LinkedIn', scopes: ['openid', 'profile', 'w_member_social'] }],
  fields: [
    {
      name: 'clientId',
      label: 'Client ID',
      isSecret: false,
      isRequired: true,
      isStored: true,
      value: '77a1b2c3d4e5f6',
    },
    {
      name: 'clientSecret',
      label: 'Primary client secret',
      isSecret: true,
      isRequired: true,
      isStored: true,
      value: null,
    },
  ],
  help: null,
  review: ['Publishing needs no review.'],
};

/** The app of a network, and where it comes from. */
export interface SetApp {
  setBy: Static<typeof NetworkApp>['setBy'];
  app: AppCredentials | null;
}

type Context = Pick<InstallationContext, 'adapters' | 'baseUrl' | 'verifyToken'>;

/** A row of the list. */
export function appView(
  network: AppNetwork,
  { setBy, app }: SetApp,
  { adapters }: Pick<Context, 'adapters'>,
): Static<typeof NetworkApp> {
  const { platform, name, registration } = network;
  const connects = Object.values(adapters)
    .filter((one) => acceptedApps(one).includes(platform))
    .map((one) => one.name);
  // the id of a bot is a part of its token, and says nothing to a person
  const clientId = registration.id ? (app?.clientId ?? null) : null;
  return { platform, name, setBy, clientId, connects };
}

/** The page of one network. */
export function appPageView(
  network: AppNetwork,
  set: SetApp,
  context: Context,
): Static<typeof NetworkAppPage> {
  const { platform, registration } = network;
  const { console, steps, review, consumer } = registration;
  return {
    ...appView(network, set, context),
    variables: variablesOf(network),
    console,
    steps,
    copied: copiedOf(network, context),
    scopes: scopesOf(context.adapters, platform),
    fields: fieldsOf(registration, set.app),
    help: consumer?.help ?? null,
    review,
  };
}

/** The variables of the environment that set an app, its id first. Pure. */
export function variablesOf({ platform, registration }: AppNetwork): string[] {
  const name = platform.toUpperCase();
  const { id, consumer } = registration;
  if (!id) return [`${name}_BOT_TOKEN`];
  const own = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`];
  return consumer ? [...own, `${name}_CONSUMER_KEY`, `${name}_CONSUMER_SECRET`] : own;
}

/** The address that a network sends people back to. */
export const redirectAddressOf = (baseUrl: string): string => `${baseUrl}/connect/callback`;

function copiedOf(network: AppNetwork, { baseUrl, verifyToken }: Context): Static<typeof Copied>[] {
  const { platform, inbound, registration } = network;
  if (!registration.id) return [];
  const copied = [{ label: 'Redirect address', value: redirectAddressOf(baseUrl) }];
  const own = `${baseUrl}/inbound/${platform}`;
  // without a consumer pair the operator enters the address; with one the service registers it by itself
  if (inbound?.challenge && !registration.consumer)
    copied.push(
      { label: 'Callback address of webhooks', value: own },
      { label: 'Verify token of webhooks', value: verifyToken },
    );
  if (inbound?.signedRequest)
    copied.push(
      { label: 'Deauthorize callback', value: `${own}/deauthorize` },
      { label: 'Data deletion request', value: `${own}/deletion` },
    );
  return copied;
}

type FieldView = Static<typeof Field>;

function fieldsOf({ id, secret, consumer }: AppRegistration, app: AppCredentials | null): FieldView[] {
  const fieldView = (name: FieldView['name'], { label }: AppValue, value: string | undefined): FieldView => ({
    name,
    label,
    isSecret: false,
    isRequired: name === 'clientId',
    isStored: value !== undefined,
    value: value ?? null,
  });
  const hidden = (name: FieldView['name'], { label }: AppValue, value: string | undefined): FieldView => ({
    name,
    label,
    isSecret: true,
    isRequired: name === 'clientSecret',
    isStored: value !== undefined && value !== '',
    value: null,
  });
  return [
    ...(id ? [fieldView('clientId', id, app?.clientId)] : []),
    hidden('clientSecret', secret, app?.clientSecret),
    ...(consumer
      ? [
          fieldView('consumerKey', consumer.key, app?.consumer?.key),
          hidden('consumerSecret', consumer.secret, app?.consumer?.secret),
        ]
      : []),
  ];
}
