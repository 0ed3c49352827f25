import { Fieldset, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';
import { choicesOf } from '../../base/parts/choices.ts';
import { VALUES } from '../../base/values.ts';
import type { GoogleButton, Options, Privacy } from './draft.ts';

const PRIVACY: { [level in Privacy]: string } = {
  PUBLIC_TO_EVERYONE: 'Everybody',
  FOLLOWER_OF_CREATOR: 'Followers',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  SELF_ONLY: 'Only you',
};
const BUTTONS: { [button in GoogleButton]: string } = {
  LEARN_MORE: 'Learn more',
  BOOK: 'Book',
  ORDER: 'Order',
  SHOP: 'Shop',
  SIGN_UP: 'Sign up',
  CALL: 'Call',
};

/** Options of single networks, for those that are chosen. */
export function NetworkOptions({
  platforms,
  value,
  onChange,
}: {
  platforms: Set<string>;
  value: Options;
  onChange: (options: Options) => void;
}) {
  const { text, choice } = bindings(value, onChange);
  return (
    <>
      {platforms.has('pinterest') && (
        <Fieldset legend="Pinterest">
          <Stack gap="sm">
            <Board {...choice('pinterestBoardId')} />
            <TextInput label="Link of the pin" type="url" {...text('pinterestLink')} />
          </Stack>
        </Fieldset>
      )}
      {platforms.has('reddit') && <Reddit text={text} />}
      {platforms.has('tiktok') && (
        <Fieldset legend="TikTok">
          <Select
            label="Who may see it"
            placeholder="Choose who"
            required
            data={choicesOf(PRIVACY)}
            {...choice('tiktokPrivacy')}
          />
        </Fieldset>
      )}
      {VALUES.articleNetworks.some((platform) => platforms.has(platform)) && <Articles text={text} />}
      {platforms.has('google_business') && <GoogleBusiness text={text} choice={choice} value={value} />}
    </>
  );
}

/** Properties that bind an input to one of the options. */
function bindings(value: Options, onChange: (options: Options) => void) {
  return {
    text: (name: keyof Options) => ({
      value: value[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ ...value, [name]: event.currentTarget.value }),
    }),
    choice: (name: keyof Options) => ({
      value: value[name] === '' ? null : value[name],
      onChange: (chosen: string | null) => onChange({ ...value, [name]: chosen ?? '' }),
      clearable: true,
      clearButtonProps: { 'aria-label': 'Choose nothing' },
    }),
  };
}
type Bindings = ReturnType<typeof bindings>;

function Reddit({ text }: Pick<Bindings, 'text'>) {
  return (
    <Fieldset legend="Reddit">
      <Stack gap="sm">
        <TextInput
          label="Subreddit"
          description="Empty: the post goes to the profile. The first line is the title."
          {...text('redditSubreddit')}
        />
        <TextInput label="Flair" description="Some subreddits require one." {...text('redditFlairText')} />
      </Stack>
    </Fieldset>
  );
}

function Articles({ text }: Pick<Bindings, 'text'>) {
  return (
    <Fieldset legend="Articles">
      <Stack gap="sm">
        <TextInput label="Tags" description="Separated by commas." {...text('articleTags')} />
        <TextInput
          label="Canonical address"
          description="Where the article was published first."
          type="url"
          {...text('articleCanonicalUrl')}
        />
      </Stack>
    </Fieldset>
  );
}

function GoogleBusiness({ text, choice, value }: Bindings & { value: Options }) {
  return (
    <Fieldset legend="Google Business">
      <Stack gap="sm">
        <Select label="Button" data={choicesOf(BUTTONS)} {...choice('googleButton')} />
        {value.googleButton !== '' && value.googleButton !== 'CALL' && (
          <TextInput label="Where the button leads" type="url" {...text('googleButtonUrl')} />
        )}
      </Stack>
    </Fieldset>
  );
}

function Board(props: { value: string | null; onChange: (value: string | null) => void }) {
  const { slug } = useWorkspace();
  const boards = useQuery({
    queryKey: ['pinterest-boards', slug],
    queryFn: ({ signal }) => call('listPinterestBoards', { workspace: slug }, { signal }),
  });
  // two connections of one account list the same board: each id is shown once
  const data = new Map(boards.data?.boards.map(({ id, name }) => [id, { value: id, label: name }]));
  return (
    <Select
      label="Board"
      required
      data={[...data.values()]}
      placeholder={boards.isPending ? 'Reading the boards…' : 'Choose a board'}
      error={boards.isError ? 'The boards cannot be read at the moment.' : undefined}
      {...props}
    />
  );
}
