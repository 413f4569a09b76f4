#!/bin/bash
n=3
for ((i = 1; i <= n; i++)); do
  echo "$i"
done
