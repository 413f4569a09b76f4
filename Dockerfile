# One image for every role: the command chooses (docker-compose.yml), without one it is `assay serve` on embedded stores.
# `--target slim` leaves out the browser: pages are not looked at then. The build needs BuildKit, Docker's builder since 23.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
# No install script runs: on this Node.js every native package ships compiled.
COPY package.json package-lock.json .npmrc ./
COPY libs/analysis/optional ./libs/analysis/optional
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts

FROM packages AS build
COPY . .
RUN npm run build && find dist \( -name '*.map' -o -name '.tsbuildinfo' \) -delete

# Does not depend on the sources: a change of them leaves its layer, the largest, as it is.
FROM packages AS production-packages
# `--build-arg ENGINES=--workspaces=false` leaves out the engines of libs/analysis/optional: a third of the packages' size.
ARG ENGINES=
COPY scripts/remove-unrun-files.cjs /tmp/
RUN npm prune --omit=dev --ignore-scripts $ENGINES && node /tmp/remove-unrun-files.cjs node_modules

# What is installed, by npm's own list: without the packages of the build.
FROM build AS bill-of-materials
COPY --from=production-packages /app/node_modules/.package-lock.json /bill/package-lock.json
RUN node dist/apps/cli/src/main.js sbom --quiet --output /bill/sbom.cdx.json /bill/package-lock.json

FROM node:24.21.0-bookworm-slim AS system
# git for repositories. The sandbox of the engines takes unshare, setpriv, prlimit and pivot_root (util-linux), mount, perl
# for the filter of system calls, and ip for the browser's network. tini reaps what an engine leaves behind, and passes
# signals on: `docker run --init` is not needed.
RUN --mount=type=cache,target=/var/cache/apt,sharing=locked --mount=type=cache,target=/var/lib/apt,sharing=locked \
    --mount=type=bind,source=docker/system,target=/mnt \
    sh /mnt/install.sh no-perl-modules ca-certificates git iproute2 mount perl-base tini util-linux \
 && install -d -o node -g node /data /uploads \
 && install -d -m 700 -o node -g node /secrets /secret-key \
 && ln -s /app/dist/apps/cli/src/main.js /usr/local/bin/assay
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 ASSAY_DATA_DIR=/data ASSAY_ADMIN_PORT=9464 ASSAY_DIRECTORY_ROOTS=/targets:*=/app/samples
# Not root: inside the container an engine gets a user namespace of its own to be confined in.
USER node
# All that is written: `docker run --read-only` works.
VOLUME /data /uploads /tmp
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=6 \
  CMD ["node", "docker/ready.mjs"]
ENTRYPOINT ["tini", "--", "node"]
CMD ["dist/apps/cli/src/main.js", "serve"]
LABEL org.opencontainers.image.title="Assay" \
      org.opencontainers.image.description="Code analysis with an honest bill" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.base.name="node:24.21.0-bookworm-slim"

FROM system AS system-with-browser
USER root
# The headless build of Chromium, for pages. Its layers of Vulkan are for those who write programs with it.
RUN --mount=type=cache,target=/var/cache/apt,sharing=locked --mount=type=cache,target=/var/lib/apt,sharing=locked \
    --mount=type=bind,source=docker/system,target=/mnt \
    sh /mnt/install.sh no-desktop chromium-headless-shell fonts-liberation \
 && rm /usr/lib/chromium/libVkLayer_khronos_validation.so /usr/lib/chromium/libVkICD_mock_icd.so
USER node

# What is installed, in the order in which it changes: the last layers are what a change of the sources brings.
FROM scratch AS app
COPY --from=build /app/package.json /app/LICENSE /app/THIRD_PARTY_NOTICES.md /
COPY --from=bill-of-materials /bill/sbom.cdx.json /
COPY --from=build /app/samples /samples
# What circuit breakers try a tool on.
COPY --from=build /app/libs/analysis/samples /libs/analysis/samples
COPY --from=build /app/libs/analysis/optional /libs/analysis/optional
COPY --from=build /app/docker/ready.mjs /docker/
COPY --from=build /app/dist /dist

FROM system AS slim
COPY --from=production-packages /app/node_modules ./node_modules
COPY --from=app / ./

FROM system-with-browser AS full
COPY --from=production-packages /app/node_modules ./node_modules
COPY --from=app / ./
