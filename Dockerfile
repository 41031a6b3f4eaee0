# Interleave in the official image of Swift, for x86-64 and arm64.
#
#   docker build -t interleave .
#   docker run --rm -it -v "$PWD:/work" interleave interleave explore /work/bank.swift
#
# Docker's usual limits are enough: no option of `docker run` is needed.
ARG SWIFT=6.3
FROM swift:${SWIFT} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libncurses-dev libpng-dev libsqlite3-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /interleave
COPY . .
RUN ./setup --install /opt/interleave

FROM swift:${SWIFT}
COPY --from=build /opt/interleave /opt/interleave
ENV PATH=/opt/interleave/bin:$PATH
RUN useradd --create-home --shell /bin/bash learner
USER learner
WORKDIR /home/learner
RUN interleave start exercises
CMD ["interleave"]
