#!/bin/bash
list=$(mktemp)
ls > "$list"
