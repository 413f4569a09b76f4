#!/bin/bash
cd "$OUT" || exit 1
rm -rf ./*
