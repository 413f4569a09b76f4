/** Collections whose modules have short names in rules. */
const COLLECTIONS = new Set(
  [
    'ansible.builtin ansible.legacy ansible.posix ansible.windows ansible.netcommon community.general',
    'community.crypto community.mysql community.postgresql community.mongodb community.docker community.rabbitmq',
    'community.grafana community.zabbix community.hashi_vault community.windows community.aws amazon.aws',
    'containers.podman kubernetes.core',
  ]
    .join(' ')
    .split(' '),
);

/** Keywords of tasks, which are not modules. */
export const KEYWORDS = new Set(
  [
    'name action any_errors_fatal args async become become_exe become_flags become_method become_user changed_when',
    'check_mode collections connection debugger delay delegate_facts delegate_to diff environment failed_when',
    'ignore_errors ignore_unreachable local_action loop loop_control module_defaults no_log notify poll port register',
    'remote_user retries run_once tags throttle timeout until vars when block rescue always listen sudo sudo_user',
    'always_run static',
  ]
    .join(' ')
    .split(' '),
);

/** Common modules by which a task is recognised: nearly every file of tasks has one of them. */
const COMMON = new Set(
  [
    'add_host apt apt_key apt_repository apk archive assemble assert async_status authorized_key blockinfile command',
    'copy cron deb822_repository debconf debug dnf dnf5 docker_compose docker_container docker_image ec2 ec2_group',
    'ec2_instance ec2_security_group expect fail fetch file filesystem find firewalld gather_facts gem get_url getent',
    'git group group_by homebrew hostname htpasswd import_playbook import_role import_tasks include include_role',
    'include_tasks include_vars ini_file iptables known_hosts lineinfile locale_gen lvol meta modprobe mount mysql_db',
    'mysql_user npm openssh_keypair openssl_privatekey package package_facts pacman pam_limits pause ping pip',
    'podman_container postgresql_db postgresql_pg_hba postgresql_user raw rds_instance reboot redhat_subscription',
    'replace rhsm_repository rpm_key script selinux seboolean sefcontext service service_facts set_fact setup shell',
    'slurp snap stat synchronize sysctl systemd systemd_service template timezone ufw unarchive uri user',
    'validate_argument_spec wait_for wait_for_connection win_command win_copy win_feature win_file win_firewall',
    'win_get_url win_package win_service win_shell win_template win_uri win_user xml yum yum_repository zypper',
    'zypper_repository',
  ]
    .join(' ')
    .split(' '),
);

const QUALIFIED = /^[a-z_]\w*(?:\.[a-z_]\w*){2,}$/;

/** The name of a module in rules: its short name, or the full one for an unknown collection. */
export function moduleOf(name: string): string {
  if (!QUALIFIED.test(name)) return name;
  const parts = name.split('.');
  return COLLECTIONS.has(parts.slice(0, 2).join('.')) ? parts.at(-1)! : name;
}

/** Whether a key of a map shows that the map is a task. */
export const isModule = (name: string): boolean => COMMON.has(name) || QUALIFIED.test(name);

/** Whether a key may be a module that only its collection knows. */
export const mayBeModule = (name: string): boolean => /^[a-z_]\w*$/.test(name) || QUALIFIED.test(name);

/** Modules whose arguments have any names. */
const OF_ANY_NAMES = new Set(['add_host', 'group_by', 'set_stats', 'validate_argument_spec']);

/** Whether a module is known to have no keyword of tasks among its arguments. */
export const isWithoutKeywords = (name: string): boolean => COMMON.has(name) && !OF_ANY_NAMES.has(name);
