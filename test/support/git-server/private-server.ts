import { type GitServer, openGitServer } from './git-server';

/**
 * The git server with repositories that only a token opens, as both services take it: as the password of a user of
 * their own.
 */
export async function openPrivateGitServer(token: string): Promise<GitServer> {
  const server = await openGitServer();
  const right = new Set(
    ['x-access-token', 'oauth2'].map((user) => `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`),
  );
  server.intercept((request, response) => {
    if (right.has(request.headers.authorization ?? '')) return false;
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    return true;
  });
  return server;
}

/** The credentials that a server was sent, each once. */
export const credentialsSeen = ({ requests }: GitServer): (string | undefined)[] => [
  ...new Set(requests.map(({ authorization }) => authorization)),
];
