# dep-wide, and for arcs over other tokens (D above 1) what stands between their ends.
include dep-wide
g0p g0w g0wp  g1p
s0p+g0p+n0p  s0p+g1p+n0p  s0w+g0p+n0p  s0p+g0p+n0w  s0w+g0p+n0w  s0p+g0w+n0p
g0p+n0p  s0p+g0p  g0p+g1p  s0p+g0p+g1p+n0p
g0.lp g0.rp g0c g0pV g0pv
