#!/bin/bash
read -r line
eval "$line"
