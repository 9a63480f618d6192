# The SPANS features of Coavoux and Crabbé (2017), Table 2: words at the borders of d0 and s0.
include extended
d0c+d0.Lw+d0.Rw  s0c+s0.Lw+s0.Rw  d0c+d0.Lw+s0.Rw  d0c+d0.Rw+s0.Lw
d0.Lw+d0.Rw+b0w  d0.Lw+d0.Rw+b1w  d0c+d0.Rw+s0.Low
d0c+d0.Lt+d0.Rw  d0c+d0.Lw+d0.Rt  d0c+d0.Lt+d0.Rt
s0c+s0.Lt+s0.Rw  s0c+s0.Lw+s0.Rt  s0c+s0.Lt+s0.Rt
d0c+d0.Lt+s0.Rw  d0c+d0.Lw+s0.Rt  d0c+d0.Lt+s0.Rt
d0c+d0.Rt+s0.Lw  d0c+d0.Rw+s0.Lt  d0c+d0.Rt+s0.Lt
d0.Lw+d0.Rw+b0t  d0.Lw+d0.Rw+b1t
d0c+d0.Low  d0c+d0.Lot  s0c+s0.Row  s0c+s0.Rot
