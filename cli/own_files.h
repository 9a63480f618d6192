/* The files that the program carries in itself (base/carried.h): none, unless it was made
 * with `make CARRY="nl"`, which puts the files of share/ and these models into it. */
#pragma once

#include "base/carried.h"

extern const pl_carried own_files[];
