// The health check of every role: whether the process has what it needs to do its work.
const { ok } = await fetch(`http://127.0.0.1:${process.env.ASSAY_ADMIN_PORT}/health/ready`);
process.exit(ok ? 0 : 1);
