# dep-far, and how words begin and end: what rare words have in common.
include dep-far
s0b s0e  n0b n0e  n1b n1e
s0b+n0p  s0p+n0b  s0e+n0p  s0p+n0e  s0e+n0e
s0e+g0p+n0p  s0p+g0p+n0e
