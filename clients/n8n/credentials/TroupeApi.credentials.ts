import type {
  IAuthenticateGeneric,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

/** A Troupe server and a key of it. */
export class TroupeApi implements ICredentialType {
  name = 'troupeApi';

  displayName = 'Troupe API';

  icon: Icon = { light: 'file:../icons/troupe.svg', dark: 'file:../icons/troupe.dark.svg' };

  documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-troupe';

  properties: INodeProperties[] = [
    {
      displayName: 'Server',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://troupe.example.org',
      description: 'The address of your Troupe server, without /v1',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Made in the dashboard under Settings, API keys',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/v1/workspaces' },
  };
}
