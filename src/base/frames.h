/* Frames of zstd: a compressed file that can be read from many places on.
 *
 * A zstd file may be several frames, one behind the other; decompression can begin at each. Those
 * that pleach writes end with a sentence, tell how much text they hold and are listed at the end of
 * the file, in a frame that other programs pass over:
 *
 *     u32 0x184D2A5E   u32 bytes that follow   { u32 bytes of the frame, u32 of its text }…
 *     u32 frames       u8 0                    u32 0x8F92EAB1
 *
 * which is the "seekable format" of zstd. All numbers are little-endian. */
#pragma once

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdint.h>

enum { PL_FRAME_TEXT = 1024 * 1024 }; /* bytes of text in those that pleach writes, at least; not in the last */

typedef struct pl_frame {
    size_t raw, text; /* the bytes before it: of the file, and of its text */
} pl_frame;

/* The frames that hold text, and behind the last of them one that stands for the end. */
typedef PL_VEC(pl_frame) pl_frames;

/* Finds the frames of a zstd file: by the list at its end, else from the lengths that stand before
 * each block, without decompressing anything. 0, or -1 with the reason: the file is damaged, or a
 * frame does not tell how much text it holds. */
int pl_frames_find(const char *path, pl_frames *frames, pl_error *err);

/* Like pl_frames_find, but finds those that are whole where a run was killed while it wrote the file; the
 * last entry stands for their end. -1: the file cannot be read, or begins with something else. */
int pl_frames_whole(const char *path, pl_frames *frames, pl_error *err);

/* The list that stands at the end of a file of these frames, as bytes. */
void pl_frames_list(const pl_frames *frames, pl_str *out);
