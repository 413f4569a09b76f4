const TEMPLATE = /\.(?:j2|jinja2?|tmpl|tpl|template|erb|in|mustache|hbs|dockerignore)$/i;

/**
 * Whether a file with the name of a Dockerfile is none until somebody fills it in: its lines are those of another
 * language.
 *
 * @param path relative to the target
 */
export const isDockerfileTemplate = (path: string): boolean => TEMPLATE.test(path);
