#!/bin/bash
curl -fsSL https://get.example.org/list.txt | sort
