#!/bin/bash
cd "$OUT"
rm -rf ./*
