/** The page on which a person allows an app to act: which app, its permissions, and the workspaces. */
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ConfirmChoice, isEmptyReach, leastReach, type ReachValues, ReachChoice } from '../access/index.ts';
import { call, messageOf, type Reply, type Session } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { Card } from '../../base/parts/card.tsx';
import { t } from '../../base/language/text.ts';

type Consent = Reply<'readConsent'>;

/** @param session of the person, who is signed in */
export function ConsentPage({ session }: { session: Session }) {
  const request = new URLSearchParams(location.search).get('request') ?? '';
  const consent = useQuery({
    queryKey: ['consent', request],
    queryFn: ({ signal }) => call('readConsent', { request }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  if (consent.isPending)
    return (
      <Card title={t('Connect an app')} text={t('One moment.')}>
        <Waiting rows={2} />
      </Card>
    );
  if (consent.isError)
    return (
      <Card title={t('Connect an app')} text={t('This cannot go on.')}>
        <Fault message={messageOf(consent.error)} />
      </Card>
    );
  return <Question asked={consent.data} request={request} session={session} />;
}

function Question({ asked, request, session }: { asked: Consent; request: string; session: Session }) {
  const { app, place, scopes } = asked;
  const onSent = ({ redirectTo }: Reply<'answerConsent'>) => location.assign(redirectTo);
  const start = startOf(asked, session);
  const form = useApiForm({
    name: 'app-consent',
    initialValues: start,
    send: (allowed) => call('answerConsent', { request, allow: true, ...allowed }),
    onSent,
  });
  const refuse = useMutation({
    mutationFn: () => call('answerConsent', { request, allow: false }),
    onSuccess: onSent,
  });
  if (form.sent !== undefined || refuse.isSuccess)
    return (
      <Card
        title={t('Back to {name}', { name: app.name })}
        text={t('If nothing happens, go back to the app. You can close this page.')}
      />
    );
  const acts = form.values.scopes.some((scope) => scope !== 'read');
  return (
    <Card
      title={t('Let “{name}” act for you?', { name: app.name })}
      text={t(
        'You are signed in as {name}. What you allow here ends when you disconnect the app in the settings.',
        { name: session.user?.name ?? '' },
      )}
    >
      <Form of={form}>
        <Stack>
          <About app={app} place={place} />
          <Text size="sm">
            {t(
              'It asks for everything that is listed here, and gets what you tick. Connect it again to allow more.',
            )}
          </Text>
          <ReachChoice scopes={scopes} workspaces={session.workspaces} field={form.field} />
          {acts && <ConfirmChoice {...form.field('confirm')} />}
          {refuse.isError && <Fault message={messageOf(refuse.error)} />}
          <FormFault of={form} />
          <Group justify="flex-end">
            <Button
              variant="default"
              loading={refuse.isPending}
              disabled={form.isSending}
              onClick={() => refuse.mutate()}
            >
              {t('Refuse')}
            </Button>
            <Submit of={form} disabled={isEmptyReach(form.values) || refuse.isPending}>
              {t('Allow')}
            </Submit>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}

/** The least of what the app asks for. The only workspace is chosen; of several the person chooses. */
function startOf({ scopes }: Consent, { workspaces }: Session): ReachValues {
  const [first, ...others] = workspaces;
  const least = leastReach(first?.slug ?? '');
  return {
    // over REST nothing can be confirmed: an app that calls it could write no draft
    confirm: 'none',
    scopes: scopes.filter((scope) => least.scopes.includes(scope)),
    workspaces: others.length === 0 && first !== undefined ? least.workspaces : [],
  };
}

/** Who it is, as far as that is known. */
function About({ app, place }: Pick<Consent, 'app' | 'place'>) {
  return (
    <Alert color={app.described ? 'accent' : 'orange'} variant="light">
      <Stack gap={4}>
        {app.address !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {app.described ? t('It is described at') : t('It says that its site is')}{' '}
            <Code>{app.address}</Code>.
          </Text>
        )}
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {place.endsWith(':') ? t('You go back to a program on this device, by') : t('You go back to')}{' '}
          <Code>{place}</Code>.
        </Text>
        <Text size="sm">
          {t(
            'Nobody has checked its name. Allow it only if you began this yourself, in an app that you trust.',
          )}
        </Text>
      </Stack>
    </Alert>
  );
}
