# SPDX-License-Identifier: Apache-2.0
# docker build -t perpend .                     an image with the program and the C++ library
# docker run --rm -v "$PWD":/data perpend run card_house
# docker build --target readme .                the two commands of the README on a bare Debian 12
FROM debian:12 AS source
WORKDIR /perpend
COPY . .

FROM source AS readme
RUN scripts/demo.sh
RUN scripts/test.sh

FROM source AS package
RUN scripts/package.sh

FROM debian:12-slim
COPY --from=package /perpend/dist/*.deb /tmp/packages/
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends /tmp/packages/perpend_*.deb \
 && rm -rf /tmp/packages /var/lib/apt/lists/*
WORKDIR /data
ENTRYPOINT ["perpend"]
