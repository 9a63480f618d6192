# The EXTENDED features of Coavoux and Crabbé (2017), Table 2: more of the deque and the stack.
include baseline
s3tc  s3wc  s1.lw+s1.lc  s1.rw+s1.rc
d1tc  d1wc  d2tc  d2wc
s0c+s1c+d0c  s2c+s0c+s1c+d0c  s0c+d1c+d0c  s0c+d1c+s1c+d0c
