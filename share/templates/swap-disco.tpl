# The features of discontinuity of Maier and Lichte (2016), appendix A, from Maier (2015): x, the type of gap,
# and y, the sum of gap lengths. (In the paper's list s1xwc and s3xwc stand twice, where one expects s1xtc and
# s3xtc: these are here too.)
include swap-extended
d0xwc  s0xwc  s1xwc  s2xwc  d0xtc  s0xtc  s1xtc  s2xtc  d0xy  s0xy  s1xy  s2xy
d0x+s0c  d0x+s0w  d0x+s0x  d0w+s0x  d0c+s0x
d0x+s1c  d0x+s1w  d0x+s1x  d0w+s1x  d0c+s1x
d0y+s0y  d0y+s1y  d0x+b0t  d0x+b0w
