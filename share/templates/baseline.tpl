# The BASELINE features of Coavoux and Crabbé (2017), Table 2.
b0tw  b1tw  b2tw  b3tw
d0tc  d0wc  s0tc  s0wc  s1tc  s1wc  s2tc  s2wc
s0.lw+s0.lc  s0.rw+s0.rc  d0.lw+d0.lc  d0.rw+d0.rc
s0w+d0w  s0w+d0c  s0c+d0w  s0c+d0c
b0w+d0w  b0t+d0w  b0w+d0c  b0t+d0c
b0w+s0w  b0t+s0w  b0w+s0c  b0t+s0c
b0w+b1w  b0w+b1t  b0t+b1w  b0t+b1t
s0c+s1w+d0c  s0c+s1c+d0c  b0w+s0c+d0c  b0t+s0c+d0c
b0w+s0w+d0c  b0t+s0w+d0c  s0c+s1c+d0w  b0t+s0c+d0w
