# dep, and what pairs other than stack top and buffer front need: the right dependents of
# n0, and what stands to the left of s0.
include dep
n0.rw n0.rp n0.rc   n0.r2w n0.r2p n0.r2c
n0wV  n0pV  n0wX  n0pX
s0p+n0p+n0.rp  n0p+n0.rp+n0.r2p
s1wp s1w s1p  s2w s2p
s1p+s0p  s1p+s0p+n0p  s2p+s1p+s0p  s1p+n0p  s1w+n0w
