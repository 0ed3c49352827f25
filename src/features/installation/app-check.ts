/** What is wrong with an app of a network, as far as it shows without a person who signs in. */
import type { AppCredentials } from '../../../adapters/port/account.ts';
import type { AppSubscriptionStep, Subscribed } from '../../../adapters/port/inbound.ts';
import type { AppProof, AppValue } from '../../../adapters/port/registration.ts';
import { redact } from '../../base/seal.ts';
import type { CheckResult } from './checks.ts';
import type { InstallationContext } from './context.ts';
import { type AppNetwork, redirectAddressOf } from './app-views.ts';

/** How long a network may take to respond, ms: a person waits. */
const RESPONSE_MS = 15_000;

type Context = Pick<InstallationContext, 'guard' | 'baseUrl' | 'verifyToken' | 'log'>;

interface Subject {
  network: AppNetwork;
  /** null where none is set. */
  app: AppCredentials | null;
  /** Epoch ms. */
  now: number;
}

/** @returns the checks in the order in which they are fixed: without an app, that alone */
export async function checkApp(context: Context, { network, app, now }: Subject): Promise<CheckResult[]> {
  const { registration, name } = network;
  if (app === null)
    return [
      {
        name: 'App',
        state: 'wrong',
        message: `No app is set: register one at ${registration.console.name}, and enter what it gives you.`,
      },
    ];
  const redirect = registration.id ? [addressCheck(name, context.baseUrl)] : [];
  const secrets = secretsOfApp(app);
  const answers = await askNetwork(context, { network, app, now, secrets });
  // a network may repeat in its words what it was sent
  const clean = answers.map((check) => ({ ...check, message: redact(check.message, secrets) }));
  return [...shapeChecks(network, app), ...redirect, ...clean];
}

const secretsOfApp = ({ clientSecret, consumer }: AppCredentials): string[] =>
  [clientSecret, consumer?.secret ?? ''].filter((secret) => secret !== '');

function shapeChecks({ registration }: AppNetwork, app: AppCredentials): CheckResult[] {
  const { id, secret, consumer } = registration;
  const look = ({ label, shape }: AppValue, value: string): CheckResult =>
    shape.pattern.test(value)
      ? { name: label, state: 'ok', message: 'It is set.' }
      : {
          name: label,
          state: 'unknown',
          message: `It is set, and does not look as usual, which is ${shape.words}: compare it with what the network shows.`,
        };
  return [
    ...(id ? [look(id, app.clientId)] : []),
    app.clientSecret === ''
      ? {
          name: secret.label,
          state: 'unknown',
          message: 'It is not set: the app works only as a public client.',
        }
      : look(secret, app.clientSecret),
    ...(consumer && app.consumer
      ? [look(consumer.key, app.consumer.key), look(consumer.secret, app.consumer.secret)]
      : []),
    ...(consumer && !app.consumer
      ? [{ name: consumer.key.label, state: 'unknown' as const, message: `It is not set. ${consumer.help}` }]
      : []),
  ];
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Networks compare the address with what was registered, to the letter, and take http for this machine at most. */
function addressCheck(name: string, baseUrl: string): CheckResult {
  const address = redirectAddressOf(baseUrl);
  const { protocol, hostname } = new URL(baseUrl);
  const what = 'Redirect address';
  if (protocol === 'https:')
    return { name: what, state: 'ok', message: `It is ${address}: ${name} has to have it to the letter.` };
  if (LOCAL_HOSTS.has(hostname))
    return {
      name: what,
      state: 'unknown',
      message: `It is ${address}: it works in a browser on this machine only, and at some networks not at all. Set BASE_URL to a public https address.`,
    };
  return {
    name: what,
    state: 'wrong',
    message: `It is ${address}: networks take https only. Set BASE_URL to a public https address.`,
  };
}

type SetUp = Subject & { app: AppCredentials; secrets: readonly string[] };

async function askNetwork(context: Context, { network, app, now, secrets }: SetUp): Promise<CheckResult[]> {
  const { registration, endpoints, inbound, platform, name } = network;
  const step = {
    endpoints,
    app,
    fetch: context.guard.fetchReal,
    signal: AbortSignal.timeout(RESPONSE_MS),
    now,
  };
  try {
    const subscriptions = inbound?.subscriptions;
    const proof = registration.prove ? [proofCheck(name, await registration.prove(step))] : [];
    if (!subscriptions?.readApp || subscriptions.isConfigured?.(app) === false)
      return proof.length > 0 ? proof : [unproved(name)];
    const callbackUrl = `${context.baseUrl}/inbound/${platform}`;
    return [...proof, ...(await webhookChecks(network, { ...step, callbackUrl }))];
  } catch (error) {
    context.log.error({ platform, fault: redact(String(error), secrets) }, 'the check of an app failed');
    return [{ name: PROOF, state: 'unknown', message: 'The check failed on our side: the log says why.' }];
  }
}

const PROOF = 'Id and secret';

const unproved = (name: string): CheckResult => ({
  name: PROOF,
  state: 'unknown',
  message: `${name} has no call that proves them without a person: connect an account to see whether they work.`,
});

const proofCheck = (name: string, proof: AppProof): CheckResult =>
  proof.kind === 'accepted'
    ? { name: PROOF, state: 'ok', message: `${name} knows them.` }
    : {
        name: PROOF,
        state: proof.kind === 'refused' ? 'wrong' : 'unknown',
        message:
          proof.kind === 'refused'
            ? `${name} refuses them: ${proof.reason}`
            : `It did not show: ${proof.reason}`,
      };

/** What the app is subscribed to: the call needs the secret, so it proves that too. */
async function webhookChecks(
  { inbound, name }: AppNetwork,
  step: AppSubscriptionStep & { callbackUrl: string },
): Promise<CheckResult[]> {
  const subscriptions = inbound!.subscriptions!;
  const answer = await subscriptions.readApp!(step);
  if (answer.kind === 'retry')
    return [{ name: PROOF, state: 'unknown', message: `It did not show: ${answer.reason}` }];
  if (answer.kind === 'unconfigured')
    return [{ name: PROOF, state: 'wrong', message: `${name} refuses them: ${answer.reason}` }];
  const proved: CheckResult = { name: PROOF, state: 'ok', message: `${name} knows them.` };
  const steps = subscriptions.appSteps?.(step) ?? [];
  return [proved, webhookCheck(answer, { steps, callbackUrl: step.callbackUrl })];
}

function webhookCheck(
  { callbackUrl: theirs, missing }: Subscribed,
  { steps, callbackUrl }: { steps: string[]; callbackUrl: string },
): CheckResult {
  const name = 'Webhooks';
  if (theirs !== undefined && theirs !== callbackUrl)
    return {
      name,
      state: 'wrong',
      message: [`The network calls ${theirs}, and not ${callbackUrl}.`, ...steps].join(' '),
    };
  if (missing.length === 0) return { name, state: 'ok', message: 'The network sends what people write.' };
  return {
    name,
    state: 'unknown',
    message: [
      `The network does not send everything yet: ${missing.join(', ')}. The service registers it when the first account is connected. If that fails:`,
      ...steps,
    ].join(' '),
  };
}
