# One image for every role: the command chooses (docker-compose.yml), without one it is `assay serve` on embedded stores.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# No install script runs: on this Node.js every native package ships compiled.
COPY package.json package-lock.json .npmrc ./
COPY libs/analysis/optional ./libs/analysis/optional
RUN npm ci --ignore-scripts
COPY . .
# `--build-arg ENGINES=--workspaces=false` leaves out the engines of libs/analysis/optional: a third of the packages' size.
ARG ENGINES=
RUN npm run build && npm prune --omit=dev --ignore-scripts $ENGINES

FROM node:24.21.0-bookworm-slim
# git for repositories, Chromium for pages. The sandbox of the engines takes unshare, setpriv, prlimit and pivot_root
# (util-linux), mount, perl for the filter of system calls, and ip for the browser's network. tini reaps what an engine
# leaves behind, and passes signals on.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates chromium fonts-liberation git iproute2 mount perl-base tini \
    util-linux \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o node -g node /data /uploads \
 && install -d -m 700 -o node -g node /secrets /secret-key
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE /app/THIRD_PARTY_NOTICES.md ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/libs/analysis/optional ./libs/analysis/optional
COPY --from=build /app/samples ./samples
# What circuit breakers try a tool on.
COPY --from=build /app/libs/analysis/samples ./libs/analysis/samples
COPY --from=build /app/docker/ready.mjs ./docker/
COPY --from=build /app/dist ./dist
RUN ln -s /app/dist/apps/cli/src/main.js /usr/local/bin/assay
ENV NODE_ENV=production HOST=0.0.0.0 ASSAY_DATA_DIR=/data ASSAY_ADMIN_PORT=9464 ASSAY_DIRECTORY_ROOTS=/targets:*=/app/samples
# Not root: inside the container an engine gets a user namespace of its own to be confined in.
USER node
VOLUME /data /uploads
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=6 \
  CMD ["node", "docker/ready.mjs"]
ENTRYPOINT ["tini", "--", "node"]
CMD ["dist/apps/cli/src/main.js", "serve"]
