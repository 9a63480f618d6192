# The baseline features of Maier and Lichte (2016), appendix A, from Zhang and Clark (2009), for the
# systems swap and skipshift. Their s0, s1, s2, s3 are d0, s0, s1, s2 here (d0 and s0 are the two
# that a reduction joins, as in every system), their q0 … q3 are b0 … b3.
d0tc  d0wc  s0tc  s0wc  s1tc  s1wc  s2tc  s2wc
b0wt  b1wt  b2wt  b3wt
d0.lwc  d0.rwc  d0.uwc  s0.lwc  s0.rwc  s0.uwc
d0w+s0w  d0w+s0c  d0c+s0w  d0c+s0c
d0w+b0w  d0w+b0t  d0c+b0w  d0c+b0t
s0w+b0w  s0w+b0t  s0c+b0w  s0c+b0t
b0w+b1w  b0w+b1t  b0t+b1w  b0t+b1t
d0c+s0c+s1w  d0c+s0c+s1c  d0c+s0c+b0w  d0c+s0c+b0t
d0c+s0w+b0w  d0c+s0w+b0t  d0w+s0c+s1c  d0w+s0c+b0t
