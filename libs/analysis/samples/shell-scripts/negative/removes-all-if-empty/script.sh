#!/bin/bash
rm -rf "${BUILD_FOLDER:?}"/*
CACHE=out/cache
rm -rf "$CACHE"/*
