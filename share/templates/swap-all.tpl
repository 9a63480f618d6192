# All features of Maier and Lichte (2016).
include swap-disco
include swap-full-queue
