#!/bin/bash
count=1
name=value
echo "$count $name"
