# Firn as an image: its package and the Node that runs it, on a system without a shell, as a user without rights.
#   docker build -t firn .
# docs/install.md says how to run it. For another processor: docker buildx build --platform linux/arm64 -t firn .
FROM node:22-bookworm AS build
WORKDIR /src
COPY . .
RUN npm ci --include=dev --no-audit --no-fund && npm run package -- /package && mkdir /data
# A script that is called by its name has to say where Node is: the image has no env.
RUN printf '#!/usr/local/bin/node\nimport("/firn/lib/cli/start.mjs");\n' > /package/firn && chmod 0755 /package/firn

FROM gcr.io/distroless/cc-debian12:nonroot
LABEL org.opencontainers.image.title="Firn" \
      org.opencontainers.image.description="The explorer for the Avalanche node you run" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /package/app /firn
COPY --from=build /package/firn /usr/local/bin/firn
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /data
ENV FIRN_DATA_DIR=/data FIRN_HOST=0.0.0.0
VOLUME /data
EXPOSE 3000 8080
# Whether the API answers: 401 to somebody who has not signed in is an answer too.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["/usr/local/bin/node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.FIRN_API_PORT || 8080}/health`).then(({ status }) => process.exit(status < 500 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/firn"]
CMD ["up"]
