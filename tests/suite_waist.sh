#!/bin/sh
# How wide the inner interfaces of the code are; see waist.sh.
exec tests/waist.sh
