# SPDX-License-Identifier: Apache-2.0
"""Where the files of each area put their faults."""

FAULTS = []


def faults(file, layers, *entries):
    FAULTS.extend((file, search, replacement, mechanism, layers.split())
                  for search, replacement, mechanism in entries)
